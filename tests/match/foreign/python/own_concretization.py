class ConcretizationTypeError(TypeError):
    """Of a template engine: concretize() met a type it does not know."""


def concretize(value):
    raise ConcretizationTypeError(f'no concrete type for abstract node {value!r}')


concretize('Sequence[T]')
