from math import KeyArray
