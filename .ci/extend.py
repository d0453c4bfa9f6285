#!/usr/bin/env python3
"""Extends a copy of the package as the documentation says, and checks that the command has what was added."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
work = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
catalog = root / 'Sources/DoodleKit/DoodleKit.docc'

step = re.compile(
    r'write\s+`(?P<file>[^`]+)`:\s+```swift\n(?P<code>.*?)```\s+'
    r'and add it to the table `[\w.]+` in `(?P<table>[^`]+)`(?P<names>: its name to the cases, and|, as)\s+the row\s+'
    r'```swift\n(?P<row>.*?)```', re.S)


def add_case(text, row):
    """Adds the row's name to the enum's cases, and the row to the end of its switch."""
    name = re.match(r'\s*case \.(\w+):', row)[1]
    cases = list(re.finditer(r'^ +case \w+(, \w+)*$', text, re.M))
    several = [case for case in cases if ',' in case[0]]
    if several:
        end = several[0].end()
        text = text[:end] + ', ' + name + text[end:]
    else:
        end = cases[-1].end()
        text = text[:end] + '\n  case ' + name + text[end:]
    last = list(re.finditer(r'^ +case \.\w+: .*\n', text, re.M))[-1].end()
    return text[:last] + row + text[last:]


def add_row(text, row):
    """Adds a row to the table of formats."""
    last = list(re.finditer(r'^    \.\w+,\n', text, re.M))[-1].end()
    return text[:last] + row + text[last:]


def run(command, log=''):
    result = subprocess.run(
        [work / '.build/debug/doodle', *command], input=log.encode(), stdout=subprocess.PIPE, check=True, cwd=work)
    return result.stdout.decode()


def expect(what, found, expected):
    if found != expected:
        sys.exit(f'{what}: found {found!r}, expected {expected!r}')


work.mkdir(parents=True, exist_ok=True)
for path in ['Package.swift', 'Sources', 'Tests', 'Examples']:
    source = root / path
    (shutil.copytree if source.is_dir() else shutil.copy)(source, work / path)
steps = [match for page in ['ExtendIt.md', 'WriteAnImporter.md'] for match in step.finditer((catalog / page).read_text())]
expect('steps in the documentation', len(steps), 3)
for match in steps:
    (work / match['file']).write_text(match['code'])
    table = work / match['table']
    add = add_row if match['names'] == ', as' else add_case
    table.write_text(add(table.read_text(), match['row']))
subprocess.run(['swift', 'build', '--quiet', '--product', 'doodle', '--package-path', work], check=True)

# A rhombus in a square is a polygon of four sides.
log = '''{"doodle":1,"size":[100,100]}
{"tool":"%s","sides":4,"color":"teal","width":3,"fill":"gold","dash":[9,5],"join":"bevel"}
{"phase":"began","point":[10,20]}
{"phase":"ended","point":[80,90]}
{"command":"transform","id":"e1","rotate":10}
'''
hashes = [run(['hash', '-'], log % tool).split()[0] for tool in ['rhombus', 'polygon']]
expect('the hash of a rhombus', hashes[0], hashes[1])
expect('the document of the new renderer', run(['render', '--renderer', 'count', '-', '-o', '-'], log % 'rhombus'),
       '1 elements\n')
expect('touches of the new importer',
       run(['convert', '--from', 'taps', '-', '-o', '-'], '10 20\n30 40\n').count('"phase"'), 4)
expect('the importer in the help', 'taps' in run(['render', '--help']), True)
print('the package was extended by a shape, a renderer and an importer, as the documentation says')
