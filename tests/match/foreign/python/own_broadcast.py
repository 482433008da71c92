def broadcast(left, right):
    if len(left) != len(right):
        raise ValueError(f'Incompatible shapes for broadcasting: rows {len(left)} and {len(right)}')
    return list(zip(left, right))


broadcast([1, 2], [1, 2, 3])
