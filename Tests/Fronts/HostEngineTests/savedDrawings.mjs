// Whether the engine opens saved drawings as the command does: savedDrawings.mjs COMMAND BUILD
//
// The command draws the same pixels of the file, and of the log that the page then has.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { font } from './tinyFont.mjs'

const [program, build] = process.argv.slice(2)
const command = path.resolve(program)
const { Doodle, DoodleError } = await import(pathToFileURL(path.resolve(build, 'doodle.mjs')))
const doodle = await Doodle.load(fs.promises.readFile(path.join(build, 'doodle.wasm')))

const headerOf = (drawing) => JSON.parse(drawing.log().split('\n')[0])

function stroke(drawing, id = 1) {
  drawing.touch('began', id, 30, 40, { time: 0 })
  drawing.touch('moved', id, 90.5, 60, { time: 0.02 })
  drawing.touch('ended', id, 140, 20, { time: 0.04 })
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doodle-'))
const within = (name) => path.join(folder, name)
const inFolder = (...call) => {
  const run = spawnSync(command, call, { cwd: folder })
  assert.equal(run.status, 0, `${call.join(' ')}: ${run.stderr}`)
  return run.stdout.toString()
}
/** What the command makes of the log of a drawing, beside the files that it names. */
const commandHash = (drawing) => {
  fs.writeFileSync(within('log.jsonl'), drawing.log())
  return inFolder('hash', '-q', 'log.jsonl').split(' ')[0]
}
const saved = (name, log) => {
  fs.writeFileSync(within('source.jsonl'), log)
  inFolder('save', '-q', 'source.jsonl', '-o', name)
  return fs.readFileSync(within(name))
}
const opening = { command: 'open', path: 'a.json' }
const examples = fs.readdirSync('Examples').filter((name) => name.endsWith('.jsonl'))
  .map((name) => [name, fs.readFileSync(path.join('Examples', name), 'utf8')]).filter(([, log]) => !log.includes('.png"'))
assert.ok(examples.length > 10)
for (const [name, log] of examples) {
  fs.rmSync(within('a.json'), { force: true })
  const bytes = saved('a.json', log)
  const drawing = doodle.newDrawing()
  const { header, pictures, embedded, fonts } = drawing.addDrawing('a.json', bytes)
  assert.deepEqual([pictures, embedded, fonts], [[], [], []], name)
  drawing.apply(opening)
  drawing.changedRect()
  assert.equal(drawing.hash(), inFolder('hash', '-q', 'a.json').split(' ')[0], name)
  assert.deepEqual(headerOf(drawing), header, name)
  assert.equal(headerOf(drawing).model, JSON.parse(bytes).model, name)
  assert.deepEqual([drawing.undoCount, drawing.eventCount], [0, 2], name)
  const [element] = drawing.elements
  stroke(drawing, 5)
  drawing.apply({ command: 'move', id: element, by: [9, 4] })
  assert.equal(drawing.hash(), commandHash(drawing), name)
  // The pixels on the screen are those of a log that is read anew.
  drawing.changedRect()
  const again = doodle.newDrawing()
  again.addDrawing('a.json', bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  again.apply(drawing.log())
  again.changedRect()
  assert.deepEqual(again.pixels.slice(), drawing.pixels.slice(), name)
  assert.equal(drawing.undoCount, 2, name)
  drawing.apply({ command: 'undo', count: 2 })
  assert.equal(drawing.hash(), inFolder('hash', '-q', 'a.json').split(' ')[0], name)
}

// The header of the log and what was given to newDrawing come first, also where they are finer.
const bytes = saved('b.json', '{"doodle":1,"size":[120,90],"background":"#ffeedd","model":"ink-2"}\n'
  + '{"phase":"began","point":[9,9]}\n{"phase":"ended","point":[70,60]}\n')
for (const [options, lines, expected] of [
  [{}, [], { size: [120, 90], scale: 1 }], [{ scale: 3 }, [], { size: [120, 90], scale: 3 }],
  [{ width: 50, height: 200 }, [], { size: [50, 200], scale: 1 }],
  [{}, [{ doodle: 1, size: [200, 70], scale: 2 }], { size: [200, 70], scale: 2 }],
  [{ scale: 4 }, [{ doodle: 1, background: '#123456' }], { size: [120, 90], scale: 4, background: '#123456' }],
]) {
  const drawing = doodle.newDrawing(options)
  drawing.addDrawing('b.json', bytes)
  drawing.apply([...lines, { command: 'open', path: 'b.json' }])
  const { size, scale = 1, background = '#ffeedd' } = expected
  drawing.changedRect()
  assert.deepEqual([drawing.width, drawing.height], size.map((side) => side * scale))
  assert.equal(drawing.hash(), commandHash(drawing), JSON.stringify(expected))
  if (lines.length === 0) {
    assert.deepEqual(headerOf(drawing), { doodle: 1, size, ...(options.scale && { scale }), background, model: 'ink-2' })
  }
  // A film begins with the saved drawing.
  stroke(drawing)
  fs.writeFileSync(within('log.jsonl'), drawing.log())
  assert.equal(drawing.svgFilm(), inFolder('replay', '-q', 'log.jsonl', '-f', 'svg', '-o', '-'))
}

// Paths are relative to the folder of the drawing, and each file has to be there before the line.
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
const black = { width: 1, height: 1, data: Uint8ClampedArray.of(0, 0, 0, 255) }
fs.mkdirSync(within('sub'))
for (const name of ['a.png', 'sheet.png']) fs.writeFileSync(within(`sub/${name}`), Buffer.from(dot, 'base64'))
fs.writeFileSync(within('sub/tiny.otf'), font)
const image = (source, x) => ({ kind: 'image', frame: [x, 10, x + 30, 30], ...source })
const write = (elements, header = {}) => {
  const drawing = { drawing: 1, size: [100, 80], scale: 1, model: 'ink-4', ...header, elements }
  fs.writeFileSync(within('sub/c.json'), JSON.stringify(drawing))
  return fs.readFileSync(within('sub/c.json'))
}
const open = { command: 'open', path: 'sub/c.json' }
const refused = (call, ...words) => assert.throws(call, (error) => {
  assert.ok(error instanceof DoodleError, `${error}`)
  for (const word of words) assert.ok(error.message.includes(word), error.message)
  return true
})
const text = { kind: 'text', text: 'AB', at: [5, 40], size: 30, font: 'tiny.otf' }
const file = write([image({ path: 'a.png' }, 10), image({ data: dot }, 50), text], { background: 'sheet.png' })
const drawing = doodle.newDrawing()
refused(() => drawing.apply(open), 'line 1', '"sub/c.json" is missing')
const needs = drawing.addDrawing('sub/c.json', file)
assert.deepEqual([needs.header.background, needs.pictures, needs.embedded, needs.fonts], ['sub/sheet.png', ['sub/a.png'], [dot], ['sub/tiny.otf']])
const empty = drawing.log()
for (const [name, add] of [
  ['sub/sheet.png', () => drawing.addPicture('sub/sheet.png', black)], ['sub/a.png', () => drawing.addPicture('sub/a.png', black)],
  [dot.slice(0, 50), () => drawing.addPicture(dot, black)], ['sub/tiny.otf', () => drawing.addFont('sub/tiny.otf', font)],
]) {
  refused(() => drawing.apply(open), 'line 1', name, 'add it')
  assert.equal(drawing.log(), empty)
  assert.deepEqual(drawing.elements, [])
  add()
}
drawing.apply(open)
assert.equal(drawing.elements.length, 3)
assert.equal(drawing.hash(), commandHash(drawing))
refused(() => drawing.apply(open), 'line 2')

// A wrong file is refused as the command refuses it, at the same place, and leaves the drawing as it was.
for (const text of [
  '', '{', '[]', '{"drawing":1}', '{"drawing":99,"elements":[]}', '{"drawing":1,"elements":[{"kind":"cloud"}]}',
  '{"drawing":1,\n "elements":[\n{"kind":"stroke","samples":[]}]}', '{"drawing":1,"size":[0,5],"elements":[]}',
  '{"size":[10,10],"shapes":[{"type":"Blob"}]}', '{"drawing":1,"elements":[{"kind":"text"}]}', '{"drawing":1,"elements":[}',
]) {
  fs.writeFileSync(within('wrong.json'), text)
  const format = text.includes('shapes') ? 'drawsana' : 'drawing'
  const run = spawnSync(command, ['render', 'wrong.json', '--from', format, '-o', 'w.png'], { cwd: folder })
  const said = /^wrong\.json:(\d+):(\d+): error: (.*)/m.exec(run.stderr.toString())
  assert.ok(said, run.stderr.toString())
  const [, line, column, reason] = said
  assert.throws(() => drawing.addDrawing('d.json', Buffer.from(text)), (error) => {
    assert.deepEqual([error.line, error.column, error.reason], [Number(line), Number(column), reason], text)
    return true
  })
}
refused(() => drawing.addDrawing('d.json', '{}'), 'bytes')
assert.equal(drawing.hash(), commandHash(drawing))

// Of Drawsana.
const drawsana = { size: [120, 90], shapes: [
  { type: 'Rectangle', id: 'r', a: [10, 10], b: [60, 50], strokeColor: '#ff0000ff', fillColor: '#00ff00ff', strokeWidth: 4 },
  {
    type: 'Pen', id: 'p', start: [20, 20], strokeWidth: 6, strokeColor: '#0000ff80',
    segments: [{ a: [20, 20], b: [90, 60], width: 6 }],
  },
] }
fs.writeFileSync(within('d.json'), JSON.stringify(drawsana))
const other = doodle.newDrawing()
assert.deepEqual(other.addDrawing('d.json', fs.readFileSync(within('d.json'))).header, { doodle: 1, size: [120, 90], model: other.model })
other.apply({ command: 'open', path: 'd.json' })
assert.deepEqual(other.elements, ['r', 'p'])
assert.equal(other.hash(), inFolder('hash', '-q', 'd.json').split(' ')[0])
assert.equal(other.hash(), commandHash(other))
fs.rmSync(folder, { recursive: true })
console.log('saved drawings are opened as the command opens them')
