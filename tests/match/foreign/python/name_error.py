print(batch)
