"""Reads a file as Python programs usually do, into lists of points, and prints the seconds that it took.

usage: readers.py FORMAT FILE
"""
import json
import sys
import time
import xml.etree.ElementTree as ElementTree


def pointer_events(path):
    with open(path) as lines:
        return [(e['x'], e['y'], e['pressure'], e['timeStamp']) for e in map(json.loads, lines)]


def quickdraw(path):
    with open(path) as lines:
        return [list(zip(*stroke)) for line in lines for stroke in json.loads(line)['drawing']]


def inkml(path):
    root = ElementTree.parse(path).getroot()
    return [[tuple(map(float, point.split())) for point in trace.text.split(',')]
            for trace in root.iter('{http://www.w3.org/2003/InkML}trace')]


def xournal(path):
    strokes = []
    for stroke in ElementTree.parse(path).getroot().iter('stroke'):
        numbers = list(map(float, stroke.text.split()))
        strokes.append((list(zip(numbers[::2], numbers[1::2])), list(map(float, stroke.get('width').split()))))
    return strokes


def evemu(path):
    events = []
    with open(path) as lines:
        for line in lines:
            if line.startswith('E:'):
                _, when, kind, code, value = line.split()[:5]
                events.append((float(when), int(kind, 16), int(code, 16), int(value)))
    return events


def svc(path):
    with open(path) as lines:
        next(lines)
        return [tuple(map(float, line.split())) for line in lines]


reader = globals()[sys.argv[1].replace('-', '_')]
start = time.perf_counter()
reader(sys.argv[2])
print(time.perf_counter() - start)
