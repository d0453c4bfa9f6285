"""PyTorch, if the program uses it: this package never imports it."""

from __future__ import annotations

import functools
import sys
from typing import Any, Tuple


def class_for_torch(kind: type) -> type:
    """What an instance of a class of data sets says that it is: of the kind that PyTorch reads from its beginning to its end.

    A DataLoader takes an object without length only if it is an `IterableDataset`.
    """
    data: Any = sys.modules.get("torch.utils.data")
    base = getattr(data, "IterableDataset", None)
    return kind if base is None else _joined(kind, base)


@functools.lru_cache(maxsize=None)
def _joined(kind: type, base: type) -> type:
    metaclass: Any = type(base)
    joined: type = metaclass(kind.__name__, (kind, base), {})
    return joined


def worker() -> Tuple[int, int]:
    """The number of this process among those of a DataLoader, and how many there are: 0 and 1 outside of one."""
    data: Any = sys.modules.get("torch.utils.data")
    information = data.get_worker_info() if hasattr(data, "get_worker_info") else None
    return (0, 1) if information is None else (information.id, information.num_workers)
