"""Draws recorded touches and sketches as pictures, with the same pixels on every machine.

The library of the command `doodle` for Python: touches of a screen, a pen or a mouse become ink, bit for bit as the command
draws it.

```python
import doodle

picture = doodle.render(pathlib.Path("sketch.jsonl"))      # numpy, (height, width, 4), RGBA

drawing = doodle.Drawing(320, 200, scale=2)
drawing.apply({"tool": "pen", "color": "#1e66f5", "width": 6})
drawing.touch("began", 1, 40, 120, pressure=0.2, time=0)
drawing.touch("moved", 1, 90, 60, pressure=0.6, time=0.05)
drawing.changed()                                          # the box to show anew
drawing.touch("ended", 1, 280, 110, time=0.2)
drawing.png(), drawing.svg(), drawing.svg_film(), drawing.hash(), drawing.log()
```

Sketches of data sets become training images, those that `doodle batch --preset quickdraw-28` makes of Quick, Draw!:

```python
rows = [json.loads(line)["drawing"] for line in open("cat.ndjson")]
images = doodle.sketches(rows)                             # (sketches, 28, 28), 0 without ink, 255 full of it
doodle.save_sketch_rnn("cat.npz", rows[:-200], rows[-200:-100], rows[-100:])
for image, label, *_ in doodle.Dataset("cat.ndjson", size=64, augment=4, seed=7):
    assert image.shape == (64, 64)                         # files of all formats, as a DataLoader of PyTorch takes them
```

A log has a JSON object on each line; `doodle help --man log` describes it. Files of other programs become logs by
`doodle convert`. `doodle.DoodleError` says what is wrong, with the line and the column. The package reads no file except
those whose paths it is given. Threads draw at the same time.
"""

from importlib import metadata as _metadata

from ._box import Area, Box, Selection
from ._dataset import Dataset, Sample
from ._drawing import Drawing, SavedDrawing
from ._error import DoodleError
from ._log import Timeline, render, timeline
from ._sketch_rnn import from_stroke3, save_sketch_rnn, to_stroke3, to_stroke5
from ._sketches import sketches
from ._strokes import Points

try:
    __version__ = _metadata.version("doodle-ink")
except _metadata.PackageNotFoundError:
    # The sources, without a package.
    __version__ = "0"

__all__ = [
    "Area", "Box", "Dataset", "DoodleError", "Drawing", "Points", "Sample", "SavedDrawing", "Selection", "Timeline", "from_stroke3",
    "render", "save_sketch_rnn", "sketches", "timeline", "to_stroke3", "to_stroke5",
]
