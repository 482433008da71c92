import math

math.tree_map
