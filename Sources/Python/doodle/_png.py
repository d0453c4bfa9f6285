"""Decodes the PNGs that the library writes."""

from __future__ import annotations

import struct
import zlib
from typing import Dict, Iterator, Tuple

import numpy as np
import numpy.typing as npt

# The numbers of samples of a pixel, by color type (PNG, third edition, 11.2.1).
_GRAY, _RGB, _PALETTE, _GRAY_ALPHA, _RGBA = 0, 2, 3, 4, 6
_SAMPLES = {_GRAY: 1, _RGB: 3, _PALETTE: 1, _GRAY_ALPHA: 2, _RGBA: 4}


def decoded(file: bytes) -> npt.NDArray[np.uint8]:
    """The pixels of a PNG: red, green, blue and straight alpha, in the shape (height, width, 4).

    Raises RuntimeError for a PNG whose rows are filtered or interlaced: the library writes none.
    """
    chunks: Dict[bytes, bytes] = {}
    for kind, data in _chunks(file):
        chunks[kind] = chunks.get(kind, b"") + data
    width, height, bits, color, _, _, interlace = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    stride = (width * bits * _SAMPLES[color] + 7) // 8
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + stride)
    if interlace != 0 or bits > 8 or rows[:, 0].any():
        raise RuntimeError("the PNG is filtered, interlaced or of 16 bits, which doodle.png() never is")
    samples = _samples(rows[:, 1:], bits, width * _SAMPLES[color])

    pixels = np.full((height, width, 4), 255, np.uint8)
    if color == _PALETTE:
        colors = np.full((1 << bits, 4), 255, np.uint8)
        palette = np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)
        colors[: len(palette), :3] = palette
        alphas = np.frombuffer(chunks.get(b"tRNS", b""), np.uint8)
        colors[: len(alphas), 3] = alphas
        return colors[samples]
    parts = samples.reshape(height, width, _SAMPLES[color])
    if color in (_GRAY, _GRAY_ALPHA):
        pixels[:, :, :3] = parts[:, :, :1] * np.uint8(255 // ((1 << bits) - 1))
    else:
        pixels[:, :, :3] = parts[:, :, :3]
    if color in (_GRAY_ALPHA, _RGBA):
        pixels[:, :, 3] = parts[:, :, -1]
    return pixels


def _chunks(file: bytes) -> Iterator[Tuple[bytes, bytes]]:
    at = 8
    while at < len(file):
        (count,) = struct.unpack_from(">I", file, at)
        yield file[at + 4 : at + 8], file[at + 8 : at + 8 + count]
        at += 12 + count


def _samples(rows: npt.NDArray[np.uint8], bits: int, count: int) -> npt.NDArray[np.uint8]:
    """A byte for each sample. Several samples of less than 8 bits share a byte, the first in the highest bits."""
    if bits == 8:
        return rows
    shifts = np.arange(8 - bits, -1, -bits, dtype=np.uint8)
    samples = (rows[:, :, np.newaxis] >> shifts) & np.uint8((1 << bits) - 1)
    return samples.reshape(len(rows), -1)[:, :count]
