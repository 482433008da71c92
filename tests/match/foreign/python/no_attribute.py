class Model:
    pass


Model().params
