from multiprocessing import Pool

if __name__ == '__main__':
    with Pool(1) as pool:
        pool.map(float, ['1.5', 'nan?'])
