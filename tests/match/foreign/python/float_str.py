float('nanx')
