import dataclasses


@dataclasses.dataclass(frozen=True)
class Config:
    lr: float = 1.0


Config().lr = 2.0
