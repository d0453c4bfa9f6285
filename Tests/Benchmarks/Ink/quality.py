#!/usr/bin/env python3
"""Measures the ink of `doodle` on recordings of real hands, and holds it to bars. Needs numpy.

quality.py DOODLE CORPUS [--model MODEL]

Legibility: pages of handwriting (web-strokes/iink-*.json, xournal/*.xoj, *.xopp) are scaled so that the median stroke is 8 and
4 points high. The figures are the distance of the modeled path from the curve through the samples, and the share of each
stroke's height that is kept.

Accuracy: pen strokes (uitouch, android, evdev) are degraded as cheaper devices and browsers would: rate, rhythm, whole
pixels, noise, a slower hand. The figures are the distance of the modeled path from the path at full rate, and the ratios of
their turning and of the roughness of their direction. 1.00 is ideal; more is jitter, less is lost detail.

Exits with 1 if a bar is missed.
"""
import argparse, glob, gzip, json, os, re, subprocess, sys, tempfile
import numpy as np

# Degradations: the step in samples of 240 Hz, grid and noise in px, slowness, irregular rhythm. Bars: the mean distance, the
# mean of each stroke's largest distance, the lowest and highest turning, the highest roughness.
CASES = {
    "240 Hz, whole px": ((1, 1, 0, 1, False), (.175, .8, .95, 1.15, 1.1)),
    "120 Hz, irregular": ((2, 1, 0, 1, True), (.205, .92, .95, 1.15, 1.1)),
    "60 Hz, whole px": ((4, 1, 0, 1, False), (.275, 1.2, .93, 1.15, 1.1)),
    "125 Hz, slow hand": ((2, 1, 0, 4, False), (.135, .6, .95, 1.15, 1.3)),
    "240 Hz, noise .5 px": ((1, 0, .5, 1, False), (.255, 1.1, .95, 1.15, 1.7)),
}
# Bars by height in points: the median and the 10th percentile of the share of height that is kept, and the mean distance.
HEIGHTS = {8: (.98, .95, .03), 4: (.96, .90, .07)}


def interpolate(at, known, points):
    return np.stack([np.interp(at, known, points[:, k]) for k in (0, 1)], 1)


def lengths(path):
    return np.concatenate([[0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])


def resample(path, step):
    s = lengths(path)
    return interpolate(np.linspace(0, s[-1], max(2, int(s[-1] / step) + 1)), s, path)


def curve(points, parts=8):
    """The centripetal Catmull-Rom curve through distinct points, as `parts` chords a piece (Barry and Goldman 1988)."""
    p = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.concatenate([[0], np.cumsum(np.sqrt(np.hypot(*np.diff(p, axis=0).T)))])
    u = np.linspace(0, 1, parts + 1)[1:, None]
    out = [points[:1]]
    for i in range(len(points) - 1):
        (p0, p1, p2, p3), (t0, t1, t2, t3) = p[i:i + 4], t[i:i + 4]
        x = t1 + (t2 - t1) * u
        between = lambda a, b, ta, tb: a + (b - a) * ((x - ta) / (tb - ta))
        middle = between(p1, p2, t1, t2)
        before = between(between(p0, p1, t0, t1), middle, t0, t2)
        after = between(middle, between(p2, p3, t2, t3), t1, t3)
        out.append(between(before, after, t1, t2))
    return np.vstack(out)


def distances(points, path):
    start, step = path[:-1], np.diff(path, axis=0)
    squared = np.maximum((step ** 2).sum(1), 1e-12)
    found = []
    for part in np.array_split(points, len(points) // 64 + 1):
        offset = part[:, None] - start
        u = np.clip((offset * step).sum(2) / squared, 0, 1)[..., None]
        found.append(np.sqrt(((step * u - offset) ** 2).sum(2).min(1)))
    return np.concatenate(found)


def turns(path):
    step = np.diff(resample(path, 1), axis=0)
    return (np.diff(np.arctan2(step[:, 1], step[:, 0])) + np.pi) % (2 * np.pi) - np.pi


def distinct(points, times):
    keep = np.concatenate([[True], np.hypot(*np.diff(points, axis=0).T) > 1e-9])
    return points[keep], times[keep]


def modeled(doodle, model, strokes, width=None, radii=False, down=False):
    """The centerlines that `doodle inspect` prints for strokes of points and times: x and y, and the radius if it is asked for.
    The touches have not ended if `down` is true."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log.jsonl")
        with open(log, "w") as file:
            print(json.dumps({"doodle": 1, **({"model": model} if model else {})}), file=file)
            if width: print(json.dumps({"tool": "pen", "width": width}), file=file)
            start = 0.0
            for number, (points, times) in enumerate(strokes):
                for i, (point, time) in enumerate(zip(points, times)):
                    phase = "began" if i == 0 else "ended" if i == len(points) - 1 and not down else "moved"
                    print(json.dumps({"phase": phase, "touch": number, "point": list(point), "time": start + time}), file=file)
                start += times[-1] + 1
        lines = subprocess.run([doodle, "inspect", "--quiet", "--centerline", log], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [np.array(json.loads(line)["points"])[:, :3 if radii else 2] for line in lines.splitlines()]


def pages(corpus):
    for path in sorted(glob.glob(corpus + "/web-strokes/iink-*.json")):
        strokes = []
        for item in json.load(open(path)):
            dots = item.get("pointers") or []
            if len(dots) >= 6:
                times = np.array([d.get("t", 10 * i) for i, d in enumerate(dots)]) / 1000
                strokes.append((np.array([[d["x"], d["y"]] for d in dots], float), times - times[0]))
        yield os.path.basename(path), strokes
    for path in sorted(glob.glob(corpus + "/xournal/*.xo*")):
        data = open(path, "rb").read()
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()
        bodies = re.findall(r"<stroke[^>]*>([^<]*)</stroke>", text.split("<page")[1])
        values = [np.array(body.split(), float) for body in bodies]
        strokes = [(v[:len(v) // 2 * 2].reshape(-1, 2), np.arange(len(v) // 2) / 100) for v in values if len(v) >= 12]
        yield os.path.basename(path), strokes


def recordings(corpus):
    """Times in seconds and points in px of pen strokes."""
    for path in sorted(glob.glob(corpus + "/uitouch/*.json")):
        events = json.load(open(path))
        first = events[0]["touchIdentifier"]
        real = [e for e in events if e["touchIdentifier"] == first and not e["isUpdate"] and not e["isPrediction"]]
        yield [e["timestamp"] for e in real], [e["location"] for e in real]
    for path in sorted(glob.glob(corpus + "/android/*.jsonl")):
        real = [r for r in (json.loads(line).get("real") for line in open(path)) if r and "x" in r]
        yield [t for r in real for t in r["t"]], [p for r in real for p in zip(r["x"], r["y"])]
    for path in sorted(glob.glob(corpus + "/evdev/*pen*.evemu")):
        position, down, strokes = [0, 0], False, []
        for line in open(path, errors="replace"):
            if not line.startswith("E: "):
                continue
            time, kind, code, value = line.split()[1:5]
            event = int(kind, 16), int(code, 16)
            if event[0] == 3 and event[1] < 2:
                position[event[1]] = int(value)
            elif event == (1, 0x14A):
                down = value != "0000" and int(value) != 0
                if down: strokes.append(([], []))
            elif event == (0, 0) and down:
                strokes[-1][0].append(float(time))
                strokes[-1][1].append([v * .052 for v in position])
        yield from strokes


def degraded(truth, clock, case, random):
    drop, grid, noise, slowness, irregular = case
    end, step = clock[-1] * slowness, drop / 240
    rhythm = np.resize([.625, 1.375] if irregular else [1], int(end / step) + 3) * step
    ticks = np.concatenate([[0], np.cumsum(rhythm)])
    ticks = np.append(ticks[ticks < end], end)
    points = interpolate(ticks, clock * slowness, truth)
    if grid: points = np.round(points / grid) * grid
    if noise: points = points + random.normal(0, noise, points.shape)
    return distinct(points, ticks)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("doodle"), parser.add_argument("corpus"), parser.add_argument("--model")
    options = parser.parse_args()
    misses = 0

    print("Legibility | height | strokes | mean | mean of largest | height kept | worst tenth")
    for name, strokes in pages(options.corpus):
        if not strokes: continue
        height = np.median([np.ptp(points[:, 1]) for points, _ in strokes])
        for wanted, (median, tenth, bar) in HEIGHTS.items():
            page = [distinct(points * wanted / height, times) for points, times in strokes]
            page = [(q, t) for q, t in page if len(q) >= 6 and np.ptp(q[:, 1]) > 1]
            rows = []
            for (points, _), path in zip(page, modeled(options.doodle, options.model, page)):
                truth = curve(points)
                miss = distances(resample(truth, .75), path)
                rows.append((miss.mean(), miss.max(), np.ptp(path[:, 1]) / np.ptp(truth[:, 1])))
            mean, largest, kept = np.array(rows).T
            found = mean.mean(), np.median(kept), np.percentile(kept, 10)
            holds = found[0] < bar and found[1] >= median and found[2] >= tenth
            misses += not holds
            print(f"{name} | {wanted} pt | {len(rows)} | {found[0]:.3f} | {largest.mean():.2f} | {found[1]:.3f} | {found[2]:.3f}"
                  + ("" if holds else "  MISSED"))

    random = np.random.default_rng(1)
    results = {case: [] for case in CASES}
    for times, points in recordings(options.corpus):
        times, points = np.array(times, float), np.array(points, float)
        keep = np.concatenate([[True], times[1:] > np.maximum.accumulate(times)[:-1] + 1e-6])
        times, points = times[keep] - times[0], points[keep]
        if len(points) < 24: continue
        # The true path: the path at full rate. A triangular filter of 12 ms removes the noise of the device's grid.
        u = np.linspace(-1, 1, 41)
        weights = (1 - abs(u)) / (1 - abs(u)).sum()
        reach = np.minimum(.006, np.minimum(times - times[0], times[-1] - times))
        soft = np.tensordot(np.stack([interpolate(times + reach * v, times, points) for v in u]), weights, (0, 0))
        soft, times = distinct(soft, times)
        dense = curve(soft)
        clock = np.interp(np.linspace(0, len(times) - 1, len(dense)), np.arange(len(times)), times)
        truth, turning = resample(dense, 2), turns(dense)
        for case, (how, _) in CASES.items():
            path = modeled(options.doodle, options.model, [degraded(dense, clock, how, random)])[0]
            miss, own = distances(truth, path), turns(path)
            results[case].append((miss.mean(), miss.max(), abs(own).sum() / abs(turning).sum(),
                                  abs(np.diff(own)).mean() / abs(np.diff(turning)).mean()))

    print("\nAccuracy | strokes | mean | mean of largest | turning | roughness")
    for case, (_, (mean, largest, low, high, rough)) in CASES.items():
        rows = np.array(results[case])
        found = rows[:, 0].mean(), rows[:, 1].mean(), np.median(rows[:, 2]), np.median(rows[:, 3])
        holds = found[0] < mean and found[1] <= largest and low <= round(found[2], 2) <= high and found[3] <= rough
        misses += not holds
        print(f"{case} | {len(rows)} | {found[0]:.2f} | {found[1]:.2f} | {found[2]:.2f} | {found[3]:.2f}"
              + ("" if holds else "  MISSED"))
    return misses > 0


if __name__ == "__main__":
    sys.exit(main())
