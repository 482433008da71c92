import abc


class Base(abc.ABC):
    @abc.abstractmethod
    def apply(self): ...


Base()
