"""Training images of files, as `doodle batch` makes them, one after another."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._command import Run
from ._error import DoodleError
from ._input import integer
from ._torch import class_for_torch, worker

PathName = Union[str, "os.PathLike[str]"]
Value = Union[str, float, Sequence[str], Mapping[str, float], None]


class Sample(NamedTuple):
    """A picture of a data set."""

    image: npt.NDArray[np.uint8]
    """(height, width), or (height, width, channels) if a pixel has several samples; uint8. Without other options a byte is 0
    without ink and 255 full of it."""
    label: Union[str, int]
    """The label; its number with `classes`. Empty for a drawing without a label."""
    key: str
    """The drawing's key, or its number among all records."""
    record: int
    """The number of the record among all, from 0: the command's `index`."""
    copy: int
    """The number among the copies of the drawing; 0 for the drawing itself."""


class Dataset:
    """The training images that `doodle batch` makes of files, as samples one after another, without files in between.

    ```python
    for image, label, *_ in doodle.Dataset("cat.ndjson", preset="quickdraw-28"):
        ...                                                # image: (28, 28), uint8
    data = doodle.Dataset(["cat.ndjson", "dog.ndjson"], size=64, interleave=True, classes=["cat", "dog"], augment=4, seed=7)
    loader = torch.utils.data.DataLoader(data, batch_size=256, num_workers=4)
    ```

    `paths` are files and folders of all formats that the command reads. Each iteration reads them anew, by a process of the
    command, which ends with the iteration; the samples and their bytes are always the same. The first error raises
    `DoodleError`, or `OSError` for a file that cannot be read, with the message of the command. With `on_error="skip"` bad
    records are left out; a warning at the end lists the first ones, counts all, and names what was not read of files.

    `shard=(index, count)` reads every count-th group of `shard_size` consecutive records, from the index-th on: the shards
    of all indices are the whole, each record once. A DataLoader of PyTorch shares these records among its workers. For
    several machines, give the rank: `shard=(torch.distributed.get_rank(), torch.distributed.get_world_size())`; their
    shards may differ in length. A shard finds only the ends of the records of others, some two gigabytes a second; but each
    decompresses all of a file of gzip, and reads all of an .npz: unpack what many workers read.

    `splits={"train": 0.9, "valid": 0.1}, split="train"` gives the samples of one part, which the drawing's key decides.
    `classes`: labels, or the path of a file with one on each line; the sample's label is then its number. `threads`: how
    many draw; without it one in a worker, otherwise as many as there are processors. All other parameters are the options
    of the command, `format` is `--from`: lists have words, mappings names and numbers. `doodle batch --help` describes them
    and the values without them.
    """

    def __init__(
        self, paths: Union[PathName, Sequence[PathName]], *, shard: Tuple[int, int] = (0, 1), shard_size: int = 64,
        splits: Optional[Mapping[str, float]] = None, split: Optional[str] = None,
        classes: Union[Sequence[str], PathName, None] = None, threads: Optional[int] = None,
        preset: Optional[str] = None, size: Union[int, str, None] = None, rotate: Optional[int] = None,
        flip: Optional[str] = None, padding: Union[float, str, None] = None,
        stroke: Union[float, str, None] = None, fit: Optional[str] = None, source_size: Optional[float] = None,
        align: Optional[str] = None, mode: Optional[str] = None, invert: bool = False,
        channels: Optional[Sequence[str]] = None, join: Optional[str] = None, pressure: Optional[str] = None,
        label_from: Optional[Sequence[str]] = None, where: Optional[str] = None, partial: Optional[Sequence[str]] = None,
        augment: Optional[int] = None, seed: Optional[int] = None, jitter: Optional[Mapping[str, float]] = None,
        drop_strokes: Optional[float] = None, drop_points: Optional[float] = None, format: Optional[str] = None,
        strict: bool = False, interleave: bool = False, limit: Optional[int] = None,
        max_record: Union[int, str, None] = None, on_error: str = "stop", memory_limit: Union[int, str, None] = None,
        time_limit: Union[float, str, None] = None,
    ) -> None:
        self._paths = [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
        if not self._paths or "-" in self._paths:
            raise DoodleError("paths are the names of files and folders, at least one")
        self._index, self._count = (integer(number, "shard") for number in shard)
        if not 0 <= self._index < self._count:
            raise DoodleError(f"shard is an index and a count above it, such as (0, 4), not {tuple(shard)}")
        if (split is None) != (splits is None) or split not in (splits or [None]):
            raise DoodleError(f"split is a name of splits, such as splits={{'train': 0.9, 'valid': 0.1}}, not {split!r}")
        if on_error not in ("stop", "skip"):
            raise DoodleError(f'on_error must be "stop" or "skip", not {on_error!r}')
        self._split, self._threads, self._shard_size = split, threads, integer(shard_size, "shard_size")
        self._classes: Union[str, List[str], None] = (
            None if classes is None else os.fspath(classes) if isinstance(classes, (str, os.PathLike)) else list(classes))
        options: Dict[str, Value] = {
            "preset": preset, "size": size, "rotate": rotate, "flip": flip, "padding": padding, "stroke": stroke,
            "fit": fit, "source-size": source_size, "align": align, "mode": mode, "channels": channels, "join": join, "pressure": pressure, "label-from": label_from,
            "where": where, "partial": partial, "augment": augment, "seed": seed, "jitter": jitter,
            "drop-strokes": drop_strokes, "drop-points": drop_points, "from": format, "limit": limit,
            "max-record": max_record, "on-error": on_error, "memory-limit": memory_limit, "time-limit": time_limit,
            "split": splits,
        }
        self._words = [f"--{name}={_word(value)}" for name, value in options.items() if value is not None]
        flags = {"invert": invert, "strict": strict, "interleave": interleave}
        self._words += [f"--{name}" for name, is_on in flags.items() if is_on]

    def __iter__(self) -> Iterator[Sample]:
        """The samples, in the order of the records. A process of the command draws them meanwhile."""
        with contextlib.ExitStack() as stack:
            words = ["batch", "--output=-", "--fields=pixels", *self._words, *self._sharding()]
            if self._classes is not None:
                words.append(f"--classes={self._file_of_classes(stack)}")
            output = stack.enter_context(Run([*words, "--", *self._paths])).output
            for line in output:
                description = json.loads(line)
                image = np.empty(description["shape"], np.uint8)
                if output.readinto(image) != image.nbytes:  # type: ignore[attr-defined]
                    return
                if self._split is None or description["split"] == self._split:
                    yield Sample(
                        image[:, :, 0] if image.shape[2] == 1 else image,
                        description.get("class", description.get("label", "")), description["key"], description["index"],
                        description["copy"])

    def _sharding(self) -> List[str]:
        number, workers = worker()
        index, count = self._index * workers + number, self._count * workers
        words = [] if count == 1 else [f"--part={index}/{count}", f"--shard-size={self._shard_size}"]
        threads = 1 if self._threads is None and workers > 1 else self._threads
        return words if threads is None else [*words, f"--threads={threads}"]

    def _file_of_classes(self, stack: contextlib.ExitStack) -> str:
        if isinstance(self._classes, str):
            return self._classes
        file = stack.enter_context(tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".classes"))
        file.writelines(f"{label}\n" for label in self._classes or [])
        file.flush()
        return file.name

    # A DataLoader asks for the class of a data set. Pickles, which it sends to workers, have the real one.

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return class_for_torch(type(self))

    def __reduce__(self) -> Tuple[Any, ...]:
        return _restored, (type(self), vars(self))


def _restored(kind: type, state: Dict[str, Any]) -> Any:
    dataset: Any = object.__new__(kind)
    vars(dataset).update(state)
    return dataset


def _word(value: Value) -> str:
    """The value of an option as the command reads it."""
    if isinstance(value, Mapping):
        return ",".join(f"{name}={number}" for name, number in value.items())
    return str(value) if isinstance(value, (str, int, float)) else ",".join(map(str, value or []))
