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
catalog = root / 'Sources/Fronts/DoodleKit/DoodleKit.docc'

step = re.compile(
    r'write\s+`(?P<file>[^`]+)`:\s+```swift\n(?P<code>.*?)```\s+'
    r'and add it to the table `[\w.]+` in `(?P<table>[^`]+)`(?P<names>: its name to the cases, and|, as)\s+the row\s+'
    r'```swift\n(?P<row>.*?)```', re.S)

insertion = re.compile(
    r'(?:in\s+`(?P<file>[^`]+)`,\s+)?before\s+`(?P<anchor>[^`]+)`,\s+insert\s+```swift\n(?P<code>.*?)```', re.S)


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
file = None
insertions = list(insertion.finditer((catalog / 'ExtendIt.md').read_text()))
expect('insertions in the documentation', len(insertions), 8)
for match in insertions:
    file = work / (match['file'] or file)
    text = file.read_text()
    expect(f'places in {file.name} before {match["anchor"]!r}', text.count('\n' + match['anchor']), 1)
    file.write_text(text.replace('\n' + match['anchor'], '\n' + match['code'] + match['anchor']))
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
# Ink of constant width is as wide as the product says, drawn, restyled, and saved and opened again.
log = '''{"doodle":1,"size":[100,100]}
{"tool":"pen","thinning":0,%s}
{"phase":"began","point":[10,20]}
{"phase":"moved","point":[60,20]}
{"phase":"ended","point":[80,90]}
'''
wide = run(['hash', '-'], log % '"width":6').split()[0]
swollen = log % '"width":2,"swell":3'
restyled = log % '"width":2' + '{"command":"restyle","id":"e1","swell":3}\n'
saved = run(['save', '-', '-o', '-'], swollen)
for what, drawn in [('drawn', swollen), ('restyled', restyled), ('saved', saved)]:
    expect(f'the hash of a swollen stroke, {what}', run(['hash', '-'], drawn).split()[0], wide)
undone = run(['hash', '-'], restyled + '{"command":"undo"}\n').split()[0]
expect('the hash of a stroke whose swelling was undone', undone, run(['hash', '-'], log % '"width":2').split()[0])
expect('the key in a saved drawing', '"swell":3' in saved, True)

# A light of #000080 on #808000 makes #808080, all over a canvas that both cover.
log = '''{"doodle":1,"size":[9,9]}
{"tool":"pen","width":99,"color":"%s"}
{"phase":"began","point":[4,4]}
{"phase":"ended","point":[4,4]}
'''
light = log % '#808000' + log.split('\n', 1)[1].replace('pen', 'light') % '#000080'
expect('the hash of a light', run(['hash', '-'], light).split()[0], run(['hash', '-'], log % '#808080').split()[0])
expect('the light in a document', 'mix-blend-mode:screen' in run(['render', '-', '-f', 'svg', '-o', '-'], light), True)
chalk, ink = (
    run(['hash', '-'], log.replace('"pen"', f'"pen","brush":"{brush}"') % 'teal').split()[0] for brush in ['chalk', 'ink'])
expect('whether chalk is like ink', chalk == ink, False)
for word in ['"light"', '"swell"', '"chalk"']:
    expect(f'{word} in the schema', word in run(['help', '--schema', 'log']), True)
print('the package was extended by a shape, a style key, a brush, a tool, a renderer and an importer, as the documentation says')
