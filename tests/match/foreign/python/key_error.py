{'params': 1}['batch_stats']
