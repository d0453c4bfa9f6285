"""skia_drawing.py LOG OUT.png draws a workload with skia-python."""

import json
import sys

import skia

log, picture = sys.argv[1:]
strokes = []
with open(log, "rb") as lines:
    width, height = json.loads(next(lines))["size"]
    for line in lines:
        event = json.loads(line)
        if event.get("phase") == "began":
            strokes.append([])
        if "point" in event:
            strokes[-1].append(skia.Point(*event["point"]))

surface = skia.Surface(width, height)
canvas = surface.getCanvas()
canvas.clear(skia.ColorWHITE)
paint = skia.Paint(
    AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=8,
    StrokeCap=skia.Paint.kRound_Cap, StrokeJoin=skia.Paint.kRound_Join)
for stroke in strokes:
    path = skia.Path()
    path.addPoly(stroke, False)
    canvas.drawPath(path, paint)
surface.makeImageSnapshot().save(picture, skia.kPNG)
