"""Makes a data set with Spark: each line of the input becomes a row of Parquet with a picture of the drawing.

usage: spark-submit [--files doodle] spark_batch.py INPUT OUTPUT [OPTIONS] [-- OPTIONS OF doodle batch]
"""
import argparse
import base64
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import pyarrow
from pyspark import SparkFiles, TaskContext
from pyspark.sql import SparkSession

COLUMNS = 'index long, key string, label string, error string, image struct<bytes: binary, path: string>'
ARROW = pyarrow.schema([
    ('index', pyarrow.int64()), ('key', pyarrow.string()), ('label', pyarrow.string()), ('error', pyarrow.string()),
    ('image', pyarrow.struct([('bytes', pyarrow.binary()), ('path', pyarrow.string())]))])
# The features as Hugging Face writes them: `datasets` and the Hub decode the pictures.
CARD = '''---
configs: [{config_name: default, data_files: data/*.parquet}]
dataset_info:
  features:
  - {name: index, dtype: int64}
  - {name: key, dtype: string}
  - {name: label, dtype: string}
  - {name: error, dtype: string}
  - {name: image, dtype: image}
---
'''
# The pictures that a task holds in memory at a time.
ROWS = 500


def answers(lines: Iterator[bytes], command: list[str]) -> Iterator[dict]:
    """Runs a filter, and holds it to one answer for each line, in order, and to its exit code."""
    sent = count = 0
    failures = []
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def feed():
        nonlocal sent
        try:
            with process.stdin as pipe:
                for line in lines:
                    pipe.write(line + b'\n')
                    sent += 1
        except BrokenPipeError:
            pass  # The exit code says why.
        except BaseException as error:
            failures.append(error)

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    try:
        for count, answer in enumerate(map(json.loads, process.stdout), 1):
            if answer['index'] != count - 1:
                raise RuntimeError(f'the filter answered line {answer["index"]} in place of line {count - 1}')
            yield answer
        feeder.join()
        if failures:
            raise failures[0]
        if process.wait() != 0 or count != sent:
            raise RuntimeError(f'the filter ended with {process.returncode} after {count} answers to {sent} lines')
    finally:
        process.kill()
        process.wait()


def row(answer: dict, partition: int) -> dict:
    """The index has the partition in its upper bits, as that of Spark's monotonically_increasing_id()."""
    image = {'bytes': base64.b64decode(answer['png']), 'path': f'{answer["key"]}.png'} if 'png' in answer else None
    texts = {name: answer.get(name) for name in ('key', 'label', 'error')}
    return {'index': partition << 33 | answer['index'], **texts, 'image': image}


def pictures(doodle: str, options: list[str]):
    """A function for mapInArrow, from batches of lines to batches of rows."""
    def draw(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        context = TaskContext.get()
        file = SparkFiles.get(doodle)
        command = [file if os.path.exists(file) else doodle, 'batch', '-', '-o', '-', '--size', '256']
        # With a format, a first line that is no drawing does not make the whole partition a file of another one.
        command += ['--from', 'quickdraw', '--threads', str(context.cpus()), *options]
        rows = []
        for answer in answers((line for batch in batches for line in batch.column(0).to_pylist()), command):
            rows.append(row(answer, context.partitionId()))
            if len(rows) == ROWS:
                yield pyarrow.RecordBatch.from_pylist(rows, ARROW)
                rows = []
        yield pyarrow.RecordBatch.from_pylist(rows, ARROW)
    return draw


def write(spark: SparkSession, path: str, text: str):
    """Writes a file to any file system that Spark knows."""
    file = spark._jvm.org.apache.hadoop.fs.Path(path)
    stream = file.getFileSystem(spark._jsc.hadoopConfiguration()).create(file)
    stream.write(bytearray(text, 'utf-8'))
    stream.close()


def main(arguments: list[str]):
    end = arguments.index('--') if '--' in arguments else len(arguments)
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1])
    parser.add_argument('input', help='files of lines, each with a drawing: a file, a folder or a pattern')
    parser.add_argument('output', help='the folder to make')
    parser.add_argument('--doodle', default='doodle', help='the command: of --files, of PATH or a path')
    parser.add_argument('--partitions', type=int, help='mix the lines, and make so many partitions of equal size')
    parser.add_argument('--overwrite', action='store_true', help='replace the rows of OUTPUT, if it exists')
    given = parser.parse_args(arguments[:end])
    spark = SparkSession.builder.appName('doodle batch').getOrCreate()
    # Bytes, because text that is not UTF-8 is for the filter to refuse.
    lines = spark.read.text(given.input).selectExpr('CAST(value AS BINARY)')
    if given.partitions:
        lines = lines.repartition(given.partitions, 'value')
    rows = lines.mapInArrow(pictures(given.doodle, arguments[end + 1:]), COLUMNS)
    rows.write.mode('overwrite' if given.overwrite else 'error').parquet(f'{given.output}/data')
    write(spark, f'{given.output}/README.md', CARD)


if __name__ == '__main__':
    main(sys.argv[1:])
