#!/usr/bin/env python3
"""Has other libraries read the data sets that doodle makes, and compares what they read.

usage: judges.py DOODLE

Needs numpy, pillow, webdataset, pyarrow, datasets and GNU tar. Prints a line for each library and format. The bitmaps
that Quick, Draw! has published are read from the folder DOODLE_DATA_SETS, if the variable is set.
"""
import base64
import collections
import io
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

# Nothing is asked of the network.
os.environ |= {'HF_HUB_OFFLINE': '1', 'HF_DATASETS_DISABLE_PROGRESS_BARS': '1'}

import datasets
import numpy
import pyarrow
import pyarrow.parquet
import webdataset
from PIL import Image

COUNT, WIDTH, HEIGHT, SHARD = 240, 64, 48, 100
MODES = {'gray': ('L', 1), 'rgb': ('RGB', 3), 'rgba': ('RGBA', 4)}
LABELS = ['cat', 'The Eiffel Tower', 'café', 'stop sign', 'dr. who']
FEATURES = datasets.Features(
    {'key': datasets.Value('string'), 'label': datasets.Value('string'), 'image': datasets.Image()})

doodle = pathlib.Path(sys.argv[1]).resolve()
scratch = tempfile.TemporaryDirectory()
work = pathlib.Path(scratch.name)
drawings = work / 'drawings.ndjson'
classes = work / 'classes.txt'


def check(condition: bool, message: str):
    if not condition:
        sys.exit(f'judges.py: {message}')


def check_equal(found, expected, what: str):
    check(found == expected, f'{what}: found {repr(found)[:300]}, expected {repr(expected)[:300]}')


def check_pixels(found, expected, what: str):
    check_equal((found.dtype, found.shape), (expected.dtype, expected.shape), f'{what}: type and shape')
    check(numpy.array_equal(found, expected), f'{what}: {numpy.count_nonzero(found != expected)} samples differ')


def batch(*arguments, lines: bytes | None = None) -> bytes:
    return subprocess.run([doodle, 'batch', '--quiet', '--size', f'{WIDTH}x{HEIGHT}', *map(str, arguments)],
                          check=True, input=lines, stdout=subprocess.PIPE).stdout


def make_records() -> list[dict]:
    """Drawings as those of Quick, Draw!, with strokes at random; a stroke may be a point."""
    chance = random.Random(7)
    def stroke() -> list[list[int]]:
        points = range(chance.randint(1, 12))
        return [[chance.randrange(256) for _ in points] for _ in range(2)]
    return [{'key_id': str(10**15 + number), 'word': chance.choice(LABELS),
             'drawing': [stroke() for _ in range(chance.randint(1, 6))]} for number in range(COUNT)]


def file_name(text: str) -> str:
    return text.replace('/', '_').replace('.', '_')


def read_tar_with_gnu_tar():
    for path in shards:
        listing = subprocess.run(['tar', '--numeric-owner', '--full-time', '-tvf', path], check=True,
                                 env=os.environ | {'TZ': 'UTC'}, capture_output=True, text=True)
        check_equal(listing.stderr, '', f'tar {path.name}')
        for line in listing.stdout.splitlines():
            mode, owner, _, date, time, name = line.split()
            check_equal((mode, owner, date, time), ('-rw-r--r--', '0/0', '1970-01-01', '00:00:00'), name)
        index = int(path.stem) * SHARD
        names = [f'{number:09}.{field}' for number in range(index, min(index + SHARD, COUNT))
                 for field in ('cls', 'json', 'png', 'txt')]
        check_equal([line.split()[-1] for line in listing.stdout.splitlines()], names, path.name)
        (work / 'extracted').mkdir(exist_ok=True)
        subprocess.run(['tar', '-xf', path, '-C', work / 'extracted'], check=True)
    for number in range(COUNT):
        with Image.open(work / f'extracted/{number:09}.png') as picture:
            check_pixels(numpy.asarray(picture), expected['gray'][number], f'extracted picture {number}')
    return f'{len(shards)} shards: time 0, mode 0644, owner 0/0'


def read_tar_with_webdataset():
    read = list(webdataset.WebDataset([str(path) for path in shards], shardshuffle=False).decode('l8'))
    check_equal([sample['__key__'] for sample in read], [f'{number:09}' for number in range(COUNT)], 'keys')
    for number, (sample, record) in enumerate(zip(read, records)):
        check_equal((sample['txt'], sample['cls']), (record['word'], LABELS.index(record['word'])), f'label {number}')
        check_description(sample['json'], number)
        check_pixels(sample['png'], expected['gray'][number], f'picture {number}')
    return f'{len(read)} samples of png, json, cls and txt'


def read_tar_with_datasets():
    read = load('webdataset', data_files=[str(path) for path in shards])
    check_equal(read.features['png'], datasets.Image(), 'feature')
    check_equal(len(read), COUNT, 'samples')
    for number, (sample, record) in enumerate(zip(read, records)):
        check_equal((sample['txt'], sample['cls']), (record['word'], LABELS.index(record['word'])), f'label {number}')
        check_equal(sample['json']['key'], record['key_id'], f'key {number}')
        check_pixels(numpy.asarray(sample['png']), expected['gray'][number], f'picture {number}')
    return f'{len(read)} samples, png as Image'


def read_npy_with_numpy():
    for mode, (_, samples) in MODES.items():
        rows = numpy.load(work / f'{mode}.npy', mmap_mode='r')
        check_equal((rows.dtype, rows.shape), (numpy.uint8, (COUNT, HEIGHT * WIDTH * samples)), f'{mode}.npy')
        check(rows.flags.c_contiguous, f'{mode}.npy is not in C order')
        check(len(numpy.unique(rows)) > 20, f'{mode}.npy has hardly any gray')
        with open(work / f'{mode}.rows.ndjson') as lines:
            described = [json.loads(line) for line in lines]
        check_equal(len(described), COUNT, f'lines of {mode}.rows.ndjson')
        for number, description in enumerate(described):
            check_description(description, number)
    return f'{COUNT} rows in {len(MODES)} modes, with mmap_mode'


def read_png_with_pillow():
    for mode, (pillow, _) in MODES.items():
        for number, record in enumerate(records):
            path = work / mode / file_name(record['word']) / f'{record["key_id"]}.png'
            with Image.open(path) as picture:
                picture.verify()
            with Image.open(path) as picture:
                check_equal((picture.mode, picture.size), (pillow, (WIDTH, HEIGHT)), path.name)
                check_pixels(numpy.asarray(picture), expected[mode][number], f'{mode}/{path.name}')
    return f'{COUNT} pictures each of {", ".join(pillow for pillow, _ in MODES.values())}, equal to the arrays'


def read_folder_with_datasets():
    read = load('imagefolder', data_dir=str(work / 'gray'))
    names = read.features['label'].names
    check_equal(sorted(names), sorted(map(file_name, LABELS)), 'classes')
    check_equal(len(read), COUNT, 'pictures')
    found = collections.Counter((names[row['label']], row['image'].tobytes()) for row in read)
    wanted = collections.Counter((file_name(record['word']), picture.tobytes())
                                 for record, picture in zip(records, expected['gray']))
    check(found == wanted, 'pictures and labels differ')
    return f'{len(read)} pictures of {len(names)} classes'


def read_lines_with_python():
    bad = b'{"word":"cat","key_id":"none","drawing":[]}\n'
    lines = drawings.read_bytes().splitlines(keepends=True)
    answers = batch('-', '-o', '-', lines=b''.join([lines[0], b'not JSON\n', bad, *lines[1:]])).decode().splitlines()
    check_equal(len(answers), COUNT + 2, 'lines')
    answers = [json.loads(line) for line in answers]
    check_equal([answer['index'] for answer in answers], list(range(COUNT + 2)), 'indices')
    wrong = answers[1:3]
    check(all(answer['error'] and 'png' not in answer for answer in wrong), f'wrong answers: {wrong}')
    check_equal([answer['line'] for answer in wrong], [2, 3], 'lines of errors')
    check_equal(wrong[1]['key'], 'none', 'key of an error')
    for number, answer in enumerate([answers[0], *answers[3:]]):
        check_equal(answer['key'], records[number]['key_id'], 'key')
        check_equal(answer['label'], records[number]['word'], 'label')
        with Image.open(io.BytesIO(base64.b64decode(answer['png'], validate=True))) as picture:
            check_pixels(numpy.asarray(picture), expected['gray'][number], f'picture {number}')
    return f'{len(answers)} lines, 2 of them errors'


def read_parquet_with_datasets():
    """Parquet that pyarrow makes of the lines, with the features in its schema."""
    batch(drawings, '-o', work / 'lines.ndjson')
    rows = []
    with open(work / 'lines.ndjson') as lines:
        for answer in map(json.loads, lines):
            image = {'bytes': base64.b64decode(answer['png']), 'path': f'{answer["key"]}.png'}
            rows.append({'key': answer['key'], 'label': answer['label'], 'image': image})
    pyarrow.parquet.write_table(
        pyarrow.Table.from_pylist(rows, FEATURES.arrow_schema), work / 'lines.parquet', row_group_size=SHARD)
    read = load('parquet', data_files=str(work / 'lines.parquet'))
    check_equal(read.features, FEATURES, 'features')
    check_equal(read['key'][:], [record['key_id'] for record in records], 'keys')
    check_equal(read['label'][:], [record['word'] for record in records], 'labels')
    for number, row in enumerate(read):
        check_pixels(numpy.asarray(row['image']), expected['gray'][number], f'picture {number}')
    return f'{len(read)} rows, image as Image'


def compare_published_bitmaps():
    folder = pathlib.Path(os.environ['DOODLE_DATA_SETS'])
    published = numpy.load(folder / 'public27.npy')
    subprocess.run([doodle, 'batch', '--quiet', '--preset', 'quickdraw-28', folder / 'public27.ndjson',
                    '-o', work / 'public.npy'], check=True)
    drawn = numpy.load(work / 'public.npy', mmap_mode='r')
    check_equal((drawn.dtype, drawn.shape), (published.dtype, published.shape), 'type and shape')
    differences = abs(drawn.astype(int) - published).mean(axis=1)
    result = (f'mean difference {differences.mean():.2f} of 255, worst drawing {differences.max():.2f}, '
              f'worst pixel {abs(drawn.astype(int) - published).max()}')
    check(differences.mean() <= 0.5 and differences.max() <= 1.5, result)
    return result


def check_description(description: dict, number: int):
    record = records[number]
    check_equal(
        {key: description[key] for key in ('index', 'key', 'label', 'copy', 'strokes')},
        {'index': number, 'key': record['key_id'], 'label': record['word'], 'copy': 0,
         'strokes': len(record['drawing'])}, f'description {number}')


def load(builder: str, **files) -> datasets.Dataset:
    return datasets.load_dataset(builder, split='train', cache_dir=str(work / 'cache'), **files)


records = make_records()
drawings.write_text(''.join(json.dumps(record, ensure_ascii=False) + '\n' for record in records))
classes.write_text('\n'.join(LABELS) + '\n')
batch('--classes', classes, '--fields', 'png,json,cls,txt', '--shard-size', SHARD, drawings,
      '-o', work / 'shards/{shard:05}.tar')
shards = sorted((work / 'shards').glob('*.tar'))
check_equal(len(shards), -(-COUNT // SHARD), 'shards')
expected = {}
for mode, (_, samples) in MODES.items():
    batch('--mode', mode, drawings, '-o', work / f'{mode}.npy')
    batch('--mode', mode, drawings, '-o', work / mode / '{label}/{key}.png')
    shape = (COUNT, HEIGHT, WIDTH, samples) if samples > 1 else (COUNT, HEIGHT, WIDTH)
    expected[mode] = numpy.load(work / f'{mode}.npy').reshape(shape)

for library, judge in [
    (f'numpy {numpy.__version__}, npy', read_npy_with_numpy),
    (f'Pillow {Image.__version__}, PNG', read_png_with_pillow),
    ('GNU tar', read_tar_with_gnu_tar),
    (f'webdataset {webdataset.__version__}, shards', read_tar_with_webdataset),
    (f'datasets {datasets.__version__}, shards', read_tar_with_datasets),
    (f'datasets {datasets.__version__}, folder of PNGs', read_folder_with_datasets),
    ('json and base64 of Python, lines', read_lines_with_python),
    (f'datasets {datasets.__version__}, Parquet by pyarrow {pyarrow.__version__}', read_parquet_with_datasets),
    ('bitmaps of Quick, Draw!', compare_published_bitmaps),
]:
    if judge is compare_published_bitmaps and 'DOODLE_DATA_SETS' not in os.environ:
        print(f'{library}: skipped, because DOODLE_DATA_SETS is not set')
    else:
        print(f'{library}: {judge()}')
