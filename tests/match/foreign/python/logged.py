import logging

try:
    [][0]
except IndexError:
    logging.exception('step failed')
