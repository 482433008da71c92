hash({})
