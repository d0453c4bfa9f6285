"""Makes a data set with Ray: each task makes its part of the shards, in a folder that all nodes share.

usage: ray_batch.py PARTS INPUT… -o 'OUT/{shard:05}.tar' [OPTIONS OF doodle batch]

A task that Ray repeats goes on after the last whole shard. The command is doodle, or that of the variable DOODLE.
"""
import os
import subprocess
import sys

import ray


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def make(command: list[str]) -> int:
    code = subprocess.run(command).returncode
    # 3 says that a record is bad: to try again would not mend it.
    if code not in (0, 3):
        raise RuntimeError(f'{" ".join(command)} ended with {code}')
    return code


parts, arguments = int(sys.argv[1]), sys.argv[2:]
doodle = os.environ.get('DOODLE', 'doodle')
ray.init()
tasks = [make.remote([doodle, 'batch', '--threads', '1', '--part', f'{part}/{parts}', *arguments])
         for part in range(parts)]
sys.exit(max(ray.get(tasks)))
