for x in 3:
    pass
