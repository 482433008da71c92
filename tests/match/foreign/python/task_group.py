import asyncio


async def load(name):
    return int(name)


async def main():
    async with asyncio.TaskGroup() as group:
        group.create_task(load('x'))
        group.create_task(load(None))


asyncio.run(main())
