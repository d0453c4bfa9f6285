"""Font files of a few hundred bytes, put together by hand.

Letters are squares of an em of 1000 units: each from (100, 0) to (600, its height), with an advance of 700.
"""

import struct


def numbers(*values):
    return b"".join(struct.pack(">H", value & 0xFFFF) for value in values)


def square(height):
    """The outline of a letter; empty for no height."""
    if height == 0:
        return b""
    outline = numbers(1, 100, 0, 600, height, 3, 0) + bytes([1, 1, 1, 1]) + numbers(100, 0, 500, 0) + numbers(0, height, 0, -height)
    return outline + bytes(len(outline) % 2)


def tables_of(letters, name, more=()):
    glyphs = [b""] + [square(height) for height in letters.values()]
    ends = [sum(map(len, glyphs[:index])) // 2 for index in range(len(glyphs) + 1)]
    groups = b"".join(struct.pack(">III", ord(letter), ord(letter), index + 1) for index, letter in sorted(enumerate(letters), key=lambda row: ord(row[1])))
    cmap = numbers(0, 1, 3, 10, 0, 12) + numbers(12, 0) + struct.pack(">III", 16 + len(groups), 0, len(letters)) + groups
    text = name.encode("utf-16-be")
    return {
        "head": bytes(18) + numbers(1000) + bytes(34),
        "maxp": numbers(1, 0, len(glyphs)), "hhea": bytes(34) + numbers(1), "hmtx": numbers(700, 0) + numbers(*([100] * len(letters))),
        "cmap": cmap, "loca": numbers(*ends), "glyf": b"".join(glyphs),
        # The name of the whole font, and that for programs.
        "name": numbers(0, 2, 30, 3, 1, 0x409, 4, len(text), 0, 3, 1, 0x409, 6, len(text), 0) + text, **dict(more),
    }


def font_file(tables, start=0):
    """A font that begins at an offset of its file."""
    head = numbers(1, 0, len(tables), 0, 0, 0)
    body = b""
    for tag, data in tables.items():
        head += tag.encode() + struct.pack(">III", 0, start + 12 + 16 * len(tables) + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    return head + body


def tiny_font(letters, name="Tiny Squares", more=()):
    """`letters` gives each the height of its square."""
    return font_file(tables_of(letters, name, more))


def collection(*fonts):
    """A file of several fonts: the letters and the name of each."""
    start = 12 + 4 * len(fonts)
    offsets, bodies = [], b""
    for letters, name in fonts:
        offsets.append(start + len(bodies))
        bodies += font_file(tables_of(letters, name), offsets[-1])
    return b"ttcf" + numbers(1, 0, 0, len(fonts)) + b"".join(struct.pack(">I", offset) for offset in offsets) + bodies
