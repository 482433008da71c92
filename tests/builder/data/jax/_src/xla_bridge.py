_backends = {}


class Registry:
    @property
    def platform(self):
        raise AttributeError("a registry has no platform yet")

    @platform.setter
    def platform(self, name):
        self._name = name


def register_backend_factory(name, factory, *, priority=0):
    if not callable(factory):
        raise TypeError(f"a factory is called, {factory!r} cannot be")

    def start():
        if name in _backends:
            raise RuntimeError(
                f"Backend {name} "
                "already initialized"
            )

    start()
    try:
        return factory()
    except ValueError:
        raise
