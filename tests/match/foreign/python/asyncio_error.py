import asyncio


async def main():
    await asyncio.wait_for(asyncio.sleep(9), 0.01)


asyncio.run(main())
