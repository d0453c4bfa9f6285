#!/usr/bin/env python3
"""Measures the ink of hands that are neither dense nor clean, holds it to bars, and draws them. Needs numpy.

hands.py DOODLE CORPUS SHEETS [--model MODEL]

Sparse: handwriting in a box of 255, simplified by Ramer, Douglas and Peucker to within 2 px. The figures are the distances of the
true path from the ink and from the simplified line, and how far the ink leaves that line.

Noise: spirals with Gaussian noise. The figures are the ratio of the ink's turning to the spiral's, and the distance between them.

Corners: squares drawn at several speeds. The figure is how far the ink leaves them.

Width: strokes without pressure. The figures are the median width and that of the start, both relative to the tool's.

Writes the hands and all brushes as each model draws them, and the hands along the path of google/ink, at the scales 1 and 4, to
the folder SHEETS. Exits with 1 if a bar is missed.
"""
import argparse, json, os, subprocess, sys
import numpy as np
from quality import curve, distances, distinct, modeled, pages, resample, turns

NOISES = [(hz, duration, sigma) for hz, duration in ((60, 2.5), (120, 2.5), (240, 1.2), (240, 5)) for sigma in (.15, .3, .5, .8)]


def simplified(points, tolerance):
    if len(points) < 3: return points
    chord = points[-1] - points[0]
    length, offset = np.hypot(*chord), points - points[0]
    miss = abs(chord[0] * offset[:, 1] - chord[1] * offset[:, 0]) / length if length > 0 else np.hypot(*offset.T)
    far = miss.argmax()
    if miss[far] <= tolerance: return points[[0, -1]]
    return np.vstack([simplified(points[:far + 1], tolerance)[:-1], simplified(points[far:], tolerance)])


def sparse(corpus):
    """Points and times of simplified strokes, and the path of each before."""
    for _, strokes in pages(corpus):
        if not strokes: continue
        every = np.vstack([points for points, _ in strokes])
        scale = 255 / np.ptp(every, axis=0).max()
        for points, times in strokes:
            points, _ = distinct((points - every.min(0)) * scale, times)
            if len(points) < 8 or np.hypot(*np.diff(points, axis=0).T).sum() < 25: continue
            line = np.round(simplified(points, 2))
            line, _ = distinct(line, np.arange(len(line)))
            if len(line) >= 3: yield (line, np.arange(len(line)) / 120), curve(points)


def spiral(hz, duration, sigma, random):
    def at(u): return np.stack([70 * (1 - .75 * u) * np.cos(4 * np.pi * u), 70 * (1 - .75 * u) * np.sin(4 * np.pi * u)], 1)
    u = np.linspace(0, 1, int(hz * duration))
    return (at(u) + random.normal(0, sigma, (len(u), 2)), u * duration), at(np.linspace(0, 1, 4000))


def square(speed, hz):
    corners = np.array([[0, 0], [40, 0], [40, 40], [0, 40], [0, .7]])
    count = max(1, int(40 / speed * hz))
    sides = [a + (b - a) * np.linspace(0, 1, count, endpoint=False)[:, None] for a, b in zip(corners, corners[1:])]
    points = np.vstack(sides + [corners[-1:]])
    return points, np.arange(len(points)) / hz


def unpressed():
    """Strokes without pressure: at even speeds, and with dwells at the ends and in a corner."""
    for speed in (100, 1000, 3000):
        x = np.arange(0, speed / 2, speed / 60)
        yield f"{speed} px/s", (np.stack([x, 0 * x], 1), np.arange(len(x)) / 60)
    way = np.array([[20, 30]] * 10 + [[20 + 4.5 * k, 30] for k in range(1, 21)] + [[110, 30]] * 6
                   + [[110, 30 + 4.5 * k] for k in range(1, 16)] + [[110, 97.5]] * 10)
    yield "dwells", (way, np.arange(len(way)) / 60)


BRUSHES = ["ink", "monoline", "pencil", "crayon", "charcoal", "nib", "fountain", "brush", "chisel", "airbrush", "watercolor"]


def brushed():
    """A wave that is pressed harder and harder while the pen tilts, for each brush."""
    u = np.linspace(0, 1, 80)
    points = np.stack([110 * u, 30 + 22 * np.sin(2.5 * np.pi * u)], 1)
    more = [{"pressure": .1 + .9 * p, "altitude": 1.3 - .8 * p, "azimuth": .7} for p in u]
    for brush in BRUSHES: yield points, u * .9, {"brush": brush, "width": 3 if brush in ("ink", "monoline", "pencil") else 12}, more


def averaged(points, times):
    """The path of google/ink: the mean position within 10 ms before and after."""
    at = np.linspace(times[0], times[-1], max(2, int(180 * (times[-1] - times[0]))))
    near = np.clip(at[:, None] + np.linspace(-.01, .01, 21), times[0], times[-1])
    return np.stack([np.interp(near, times, points[:, k]).mean(1) for k in (0, 1)], 1), at


def draw(doodle, folder, strokes):
    """Draws strokes beside each other with each model, and the path of google/ink as straight lines."""
    os.makedirs(folder, exist_ok=True)
    pen = {"brush": "ink", "width": 3}
    strokes = [(*stroke, pen, [{}] * len(stroke[0])) for stroke in strokes] + list(brushed())
    for model in ("ink-2", "ink-3", "ink-4", "google-ink"):
        header = {"doodle": 1, "size": [900, 560], "background": "white"} | ({} if model == "google-ink" else {"model": model})
        lines, left, top, time, row = [header], 10, 10, 0, 0
        for number, (points, times, tool, more) in enumerate(strokes):
            points = points - points.min(0)
            if model == "google-ink":
                if tool != pen: continue
                (points, times), tool = averaged(points, times), {"width": 3, "smoothing": 0, "thinning": 0}
                more = [{}] * len(points)
            if left + points[:, 0].max() > 890: left, top, row = 10, top + row + 12, 0
            lines.append({"tool": "pen"} | tool)
            for i, point in enumerate(points + (left, top)):
                phase = "began" if i == 0 else "ended" if i == len(points) - 1 else "moved"
                lines.append({"phase": phase, "touch": number, "point": list(point), "time": time + times[i]} | more[i])
            left, row, time = left + points[:, 0].max() + 14, max(row, points[:, 1].max()), time + times[-1] + 1
        log = os.path.join(folder, model + ".jsonl")
        with open(log, "w") as file: file.write("".join(json.dumps(line) + "\n" for line in lines))
        for scale in (1, 4):
            picture = os.path.join(folder, f"{model}-scale-{scale}.png")
            subprocess.run([doodle, "render", "--quiet", log, "-o", picture, "--scale", str(scale)], check=True)
            print(picture)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("doodle"), parser.add_argument("corpus"), parser.add_argument("sheets"), parser.add_argument("--model")
    options = parser.parse_args()
    misses, drawn = 0, []

    def ink(strokes, **how): return modeled(options.doodle, options.model, strokes, **how)

    def say(name, holds, *figures):
        nonlocal misses
        misses += not holds
        print(name, *(f"{figure:.3f}" for figure in figures), sep=" | ", end="\n" if holds else "  MISSED\n")

    print("Hand | figures")
    lines = list(sparse(options.corpus))
    paths = ink([line for line, _ in lines])
    mean = np.mean([distances(resample(truth, 1), path).mean() for (_, truth), path in zip(lines, paths)])
    simple = np.mean([distances(resample(truth, 1), line[0]).mean() for line, truth in lines])
    outside = max(distances(resample(path, .5), line[0]).max() for (line, _), path in zip(lines, paths))
    say("sparse: mean, that of the line, most outside", mean <= simple and outside <= 4, mean, simple, outside)
    drawn += [line for line, _ in lines[:24]]

    random = np.random.default_rng(5)
    for case in NOISES:
        stroke, truth = spiral(*case, random)
        path = ink([stroke])[0]
        turning = abs(turns(path)).sum() / abs(turns(truth)).sum()
        say("spiral of {} Hz, {} s, noise {}: turning, mean".format(*case), turning <= 1.5, turning, distances(truth[::20], path).mean())
        if case[2] == .8: drawn.append(stroke)

    squares = [square(speed, hz) for hz in (60, 120, 240) for speed in (100, 300, 800)]
    over = max(max(path.max() - 40, -path.min()) for path in ink(squares))
    say("squares: most outside", over <= .3, over)
    drawn += squares

    for name, stroke in unpressed():
        width = ink([stroke], radii=True, width=4)[0]
        at = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(width[:, :2], axis=0).T))])
        radii = np.interp(np.linspace(0, at[-1], 400), at, width[:, 2]) / 2
        say(f"without pressure, {name}: median, start, most", .9 <= np.median(radii) <= 1.1 and radii.max() <= 1.15 * np.median(radii),
            np.median(radii), radii[0], radii.max())
        drawn.append(stroke)
    draw(options.doodle, options.sheets, drawn)
    return misses > 0


if __name__ == "__main__":
    sys.exit(main())
