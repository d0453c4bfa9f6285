#!/usr/bin/env python3
"""Lists the public declarations of symbol graphs, a line each: public.py build/symbols"""
import json
import pathlib
import sys

lines = set()
for graph in pathlib.Path(sys.argv[1]).glob('*.symbols.json'):
    for symbol in json.loads(graph.read_text())['symbols']:
        # What the compiler derives has no place in the sources.
        if 'location' in symbol:
            declaration = ''.join(part['spelling'] for part in symbol['declarationFragments'])
            lines.add(f"{graph.name.split('.')[0].split('@')[0]}.{'.'.join(symbol['pathComponents'])}\t{' '.join(declaration.split())}")
print(len(lines), 'public declarations')
print(*sorted(lines), sep='\n')
