"""Tests spark_batch.py on a cluster of two JVMs on this machine, and the programs that run the parts of a data set.

usage: test_spark.py DOODLE

Reads drawings of Quick, Draw! from the folder DOODLE_DATA_SETS, if the variable is set. `make test-spark` installs the
packages.
"""
import base64
import glob
import hashlib
import importlib.util
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

os.environ |= {
    'PYSPARK_PYTHON': sys.executable, 'PYSPARK_DRIVER_PYTHON': sys.executable,
    # Nothing is asked of the network.
    'HF_HUB_OFFLINE': '1', 'HF_DATASETS_DISABLE_PROGRESS_BARS': '1', 'RAY_USAGE_STATS_ENABLED': '0'}

import datasets
import numpy
from pyspark import cloudpickle
from pyspark.sql import SparkSession

import spark_batch

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent
CLUSTER = {
    'spark.master': 'local-cluster[2,1,512]', 'spark.executor.memory': '512m', 'spark.ui.enabled': 'false',
    'spark.sql.execution.arrow.maxRecordsPerBatch': '1000', 'spark.task.maxFailures': '2'}
SIZE = 64
PARTITIONS = 4


def generated(count: int) -> list[str]:
    """Lines as those of Quick, Draw!, with strokes at random."""
    chance = random.Random(1)
    def stroke() -> list[list[int]]:
        points = range(chance.randint(1, 12))
        return [[chance.randrange(256) for _ in points] for _ in range(2)]
    return [json.dumps({'word': chance.choice(['cat', 'dog', 'The Eiffel Tower']), 'key_id': str(10**15 + number),
                        'drawing': [stroke() for _ in range(chance.randint(1, 6))]}) for number in range(count)]


class DataSetTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.work = pathlib.Path(scratch.name)
        # The name under which a cluster has it.
        cls.doodle = cls.work / 'doodle'
        shutil.copy(DOODLE, cls.doodle)
        if folder := os.environ.get('DOODLE_DATA_SETS'):
            cls.lines = pathlib.Path(folder, 'quickdraw-8600.ndjson').read_text().splitlines()
        else:
            cls.lines = generated(3000)
        cls.input = cls.work / 'drawings.ndjson'
        cls.input.write_text(''.join(line + '\n' for line in cls.lines))

    def batch(self, *arguments: str):
        subprocess.run([self.doodle, 'batch', '--quiet', *arguments], check=True)


class SparkTests(DataSetTests):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cloudpickle.register_pickle_by_value(spark_batch)
        builder = SparkSession.builder
        for key, value in CLUSTER.items():
            builder = builder.config(key, value)
        cls.spark = builder.getOrCreate()
        cls.addClassCleanup(cls.spark.stop)
        cls.spark.sparkContext.setLogLevel('OFF')

    def make(self, name: str, *options: str, filter: str | None = None, lines: pathlib.Path | None = None) -> str:
        """Makes rows with a shell script in place of doodle, if one is given."""
        output = str(self.work / name)
        program = self.doodle
        if filter:
            program = self.work / f'{name}.sh'
            program.write_text(f'#!/bin/sh\ndoodle="{self.doodle}"\n{filter}\n')
            program.chmod(0o755)
        spark_batch.main([str(lines or self.input), output, '--doodle', str(program), *options])
        return output

    def rows(self, output: str) -> list[dict]:
        return [row.asDict() for row in self.spark.read.parquet(f'{output}/data').collect()]

    def check_all_once(self, output: str):
        """Each drawing has a row, which has the picture that doodle makes of it without Spark."""
        self.batch('--size', str(SIZE), str(self.input), '-o', str(self.work / 'expected.npy'))
        expected = numpy.load(self.work / 'expected.npy', mmap_mode='r').reshape(-1, SIZE, SIZE)
        numbers = {json.loads(line)['key_id']: number for number, line in enumerate(self.lines)}
        read = datasets.load_dataset(output, split='train', cache_dir=str(self.work / 'cache'))
        self.assertEqual(read.features['image'], datasets.Image())
        self.assertEqual(len(read), len(self.lines))
        self.assertEqual(set(read['key']), set(numbers))
        self.assertEqual(len(set(read['index'])), len(self.lines))
        for row in read:
            number = numbers[row['key']]
            self.assertEqual(row['label'], json.loads(self.lines[number])['word'])
            self.assertIsNone(row['error'])
            numpy.testing.assert_array_equal(numpy.asarray(row['image']), expected[number])

    def test_submitted_with_the_command(self):
        output = self.work / 'submitted'
        settings = [word for key, value in CLUSTER.items() for word in ('--conf', f'{key}={value}')]
        subprocess.run(
            [pathlib.Path(sys.executable).with_name('spark-submit'), *settings, '--files', self.doodle,
             EXAMPLES / 'spark/spark_batch.py', self.input, output, '--partitions', str(PARTITIONS),
             '--', '--size', str(SIZE)],
            check=True, stderr=subprocess.DEVNULL, cwd='/')
        self.check_all_once(str(output))

    def test_killed_filter_is_retried(self):
        killed = self.work / 'killed'
        output = self.make(
            'retried', '--partitions', str(PARTITIONS), '--', '--size', str(SIZE),
            filter=f'if mkdir "{killed}"; then "$doodle" "$@" | head -n {len(self.lines) // PARTITIONS // 2}; '
                   'kill -9 $$; fi\nexec "$doodle" "$@"')
        self.assertTrue(killed.exists())
        self.check_all_once(output)

    def test_malformed_records_are_rows(self):
        # The first one looks like the beginning of another format.
        bad = [b'[]', b'{"word":"cat","key_id":"empty","drawing":[]}', b'{"word":"\xff","drawing":[[[1],[1]]]}']
        good = [line.encode() for line in self.lines[:30]]
        lines = self.work / 'malformed.ndjson'
        lines.write_bytes(b'\n'.join([bad[0], *good[:20], bad[1], *good[20:], bad[2]]) + b'\n')
        rows = sorted(self.rows(self.make('malformed', lines=lines)), key=lambda row: row['index'])
        self.assertEqual(len(rows), 33)
        errors = [number for number, row in enumerate(rows) if row['error']]
        self.assertEqual(errors, [0, 21, 32])
        self.assertEqual([number for number, row in enumerate(rows) if row['image'] is None], errors)
        self.assertEqual([row['index'] for row in rows], list(range(33)))
        self.assertEqual((rows[21]['key'], rows[21]['label']), ('empty', 'cat'))
        self.assertEqual([row['key'] for row in rows[1:21]], [json.loads(line)['key_id'] for line in good[:20]])
        answers = subprocess.run([self.doodle, 'batch', '-', '-o', '-', '--size', '256'], check=True,
                                 input=b'\n'.join(good), capture_output=True).stdout.splitlines()
        pictures = [base64.b64decode(json.loads(line)['png']) for line in answers]
        self.assertEqual([row['image']['bytes'] for row in rows if row['image']], pictures)
        self.assertEqual(rows[1]['image']['path'], f'{rows[1]["key"]}.png')

    def test_repeated_over_the_output_of_a_failed_job(self):
        with self.assertRaises(Exception):
            self.make('again', filter='exit 1')
        output = self.make('again', '--overwrite', '--partitions', '2', '--', '--size', str(SIZE))
        self.check_all_once(output)

    def test_job_fails_if_the_filter_breaks_the_contract(self):
        for name, filter, message in [
            ('dropped', '"$doodle" "$@" | sed 1000d', 'answered line 1000 in place of line 999'),
            ('last', '"$doodle" "$@" | sed "\\$d"', 'after'),
            ('twice', '"$doodle" "$@" | sed 500p', 'answered line 499 in place of line 500'),
            ('failed', '"$doodle" "$@"; exit 1', 'the filter ended with 1'),
            ('silent', 'cat >/dev/null', 'the filter ended with 0 after 0 answers'),
            ('missing', 'exec no-such-command', 'the filter ended with 127'),
        ]:
            with self.subTest(name):
                with self.assertRaisesRegex(Exception, message):
                    self.make(name, '--', '--size', '28', filter=filter)
                left = glob.glob(str(self.work / name / '**'), recursive=True)
                self.assertEqual([path for path in left if os.path.isfile(path)], [])

    def test_several_copies_break_the_contract(self):
        with self.assertRaisesRegex(Exception, 'answered line 0 in place of line 1'):
            self.make('copies', '--', '--augment', '1')


class PartTests(DataSetTests):
    """The parts of a data set, made one by one, are the whole one to the byte."""
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.options = ['--size', '28', '--shard-size', '300', str(cls.input), '-o']
        subprocess.run([cls.doodle, 'batch', '--quiet', *cls.options, cls.work / 'whole/{shard:05}.tar'], check=True)

    def sums(self, name: str) -> dict[str, str]:
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (self.work / name).iterdir()}

    def test_slurm_array(self):
        for task in range(4):
            subprocess.run(
                ['bash', EXAMPLES / 'slurm/batch.sbatch', '--quiet', *self.options, self.work / 'slurm/{shard:05}.tar'],
                check=True, env=os.environ | {
                    'DOODLE': str(self.doodle), 'SLURM_ARRAY_TASK_ID': str(task), 'SLURM_ARRAY_TASK_COUNT': '4',
                    'SLURM_CPUS_PER_TASK': '2'})
        self.assertEqual(self.sums('slurm'), self.sums('whole'))

    @unittest.skipUnless(importlib.util.find_spec('ray'), 'ray is not installed')
    def test_ray(self):
        subprocess.run(
            [sys.executable, EXAMPLES / 'ray_batch.py', '4', '--quiet', *self.options,
             self.work / 'ray/{shard:05}.tar'],
            check=True, env=os.environ | {'DOODLE': str(self.doodle), 'HOME': str(self.work)})
        self.assertEqual(self.sums('ray'), self.sums('whole'))


if __name__ == '__main__':
    DOODLE = sys.argv.pop(1)
    unittest.main(verbosity=2)
