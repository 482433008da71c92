float(10**400)
