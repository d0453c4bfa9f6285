// How a page calls the engine: calls.mjs COMMAND BUILD
//
// For the log of a page's drawing, `doodle hash` prints the drawing's own hash. A wrong call is refused with a sentence
// that explains the right one.
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

const hashOf = (bytes) => {
  const run = spawnSync(command, ['hash', '-'], { input: bytes })
  assert.equal(run.status, 0, run.stderr.toString())
  return run.stdout.toString().split(' ')[0]
}
const svgOf = (log, ...call) => {
  const run = spawnSync(command, [...(call.length > 0 ? call : ['render']), '-', '--from', 'doodle', '-f', 'svg', '-o', '-'], { input: log })
  assert.equal(run.status, 0, run.stderr.toString())
  return run.stdout.toString()
}
const headerOf = (drawing) => JSON.parse(drawing.log().split('\n')[0])

function stroke(drawing, id = 1) {
  drawing.touch('began', id, 30, 40, { time: 0 })
  drawing.touch('moved', id, 90.5, 60, { time: 0.02 })
  drawing.touch('ended', id, 140, 20, { time: 0.04 })
}

// The log of a drawing draws the drawing, whatever it was begun with.
for (const options of [{}, { width: 800, height: 600 }, { width: 200, height: 100, scale: 2 }, { scale: 1.25 }, { width: 60.5, height: 1, scale: 3 }]) {
  const drawing = doodle.newDrawing(options)
  const { width, height, scale } = options
  if (width) assert.deepEqual([drawing.width, drawing.height], [width, height].map((side) => Math.ceil(side * (scale ?? 1))))
  if (width) assert.equal(hashOf(drawing.log()), drawing.hash(), `${JSON.stringify(options)}, empty`)
  stroke(drawing)
  assert.equal(hashOf(drawing.log()), drawing.hash(), JSON.stringify(options))
  const header = { doodle: 1, ...(width ? { size: [width, height] } : {}), ...(scale ? { scale } : {}), model: drawing.model }
  assert.deepEqual(headerOf(drawing), header)
  assert.equal(drawing.eventCount, 4)
}

// Pictures of a few pixels, whose bytes are stored as they are, as files and as images of documents.
for (const [width, height] of [[1, 1], [1, 3], [2, 2], [5, 1]]) {
  const drawing = doodle.newDrawing({ width, height })
  const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, index) => index % 4 === 3 ? 255 : index * 37)
  drawing.addPicture('noise.png', { width, height, data })
  drawing.apply({ command: 'image', path: 'noise.png', at: [0, 0], size: [width, height] })
  assert.equal(hashOf(drawing.png()), drawing.hash(), `${width} by ${height} pixels`)
  const image = drawing.svg().match(/data:image\/png;base64,([^"]+)/)[1]
  assert.equal(hashOf(Buffer.from(image, 'base64')), drawing.hash(), `${width} by ${height} pixels in a document`)
}

// What an editor asks: boxes, styles, and what is at a position. A preview changes pixels, but neither log nor hash, and
// ends without a trace.
{
  const drawing = doodle.newDrawing({ width: 200, height: 100 })
  drawing.apply([
    { tool: 'rect', color: '#ff0000', width: 4, fill: '#00ff00' }, { phase: 'began', point: [20, 20] },
    { phase: 'moved', point: [60, 50] }, { phase: 'ended', point: [60, 50] },
    { command: 'text', id: 'words', text: 'Hi', at: [120, 20], size: 30 },
  ])
  assert.deepEqual(drawing.elements, ['e1', 'words'])
  assert.deepEqual(Object.values(drawing.boxes[0]).map(Math.round), [18, 18, 44, 34])
  assert.equal(drawing.boxes.length, 2)
  assert.deepEqual([drawing.elementAt(40, 35), drawing.elementAt(90, 35), drawing.elementAt(90, 35, 40)], ['e1', null, 'words'])
  const [rect, words, ...others] = drawing.styles(['words', 'e9', 'e1'])
  const { id, tool, color, width, fill, center } = rect
  assert.deepEqual(
    { id, tool, color, width, fill, center: center.map(Math.round) },
    { id: 'e1', tool: 'rect', color: '#ff0000', width: 4, fill: '#00ff00', center: [40, 35] })
  assert.equal(rect.scale, 1)
  assert.equal(rect.ends, undefined)
  // Twice as large and turned to the right about the middle, (50, 60): its ends are below and above it.
  drawing.preview([
    { tool: 'line', width: 2 }, { phase: 'began', point: [40, 60] }, { phase: 'ended', point: [60, 60] },
    { command: 'transform', id: 'e3', scale: 2, rotate: 90 }])
  const [line] = drawing.styles(['e3'])
  assert.deepEqual([line.scale, line.ends.map(Math.round)], [2, [50, 40, 50, 80]])
  drawing.preview()
  assert.deepEqual([words.text, words.size, others, drawing.styles([])], ['Hi', 30, [], []])
  assert.equal(words.warning, undefined)
  drawing.preview({ command: 'edit', id: 'words', text: 'Hi \u732b' })
  assert.equal(drawing.styles(['words'])[0].warning, 'the font lacks \u732b; boxes are drawn for them')
  // One line, however long the text is.
  const many = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0x4e00 + index))
  drawing.preview({ command: 'edit', id: 'words', text: many[0] + many.join('') })
  const lacks = `the font lacks ${many.slice(0, 6).join(' ')} and 34 more; boxes are drawn for them`
  assert.equal(drawing.styles(['words'])[0].warning, lacks)
  drawing.preview()
  drawing.preview({ command: 'move', id: 'e1', by: [5, 6] })
  assert.deepEqual(drawing.styles(['e1'])[0].center.map(Math.round), [45, 41])
  drawing.preview()
  drawing.changedRect()
  const [before, log, hash] = [drawing.pixels.slice(), drawing.log(), drawing.hash()]
  const steps = drawing.undoCount
  for (let step = 0; step < 3; step++) drawing.preview({ command: 'move', id: 'e1', by: [10, 0] })
  drawing.changedRect()
  const moved = doodle.newDrawing()
  moved.apply(log)
  moved.apply({ command: 'move', id: 'e1', by: [30, 0] })
  moved.changedRect()
  assert.deepEqual(drawing.pixels.slice(), moved.pixels.slice())
  assert.equal(drawing.log(), log)
  assert.throws(() => drawing.preview({ command: 'page' }), DoodleError)
  drawing.preview()
  drawing.changedRect()
  assert.deepEqual(drawing.pixels.slice(), before)
  drawing.preview({ command: 'move', id: 'e1', by: [10, 0] })
  assert.equal(drawing.hash(), hash)
  drawing.preview({ command: 'delete', id: 'e1' })
  drawing.apply({ command: 'deselect' })
  assert.deepEqual([drawing.undoCount, drawing.elements.length, hashOf(drawing.log())], [steps, 2, hash])
}

// A view has the pixels of a picture of that part: of a log whose points are moved.
for (const scale of [1, 2, 3.5]) {
  const drawing = doodle.newDrawing({ width: 400, height: 300 })
  stroke(drawing)
  const [log, hash] = [drawing.log(), drawing.hash()]
  drawing.view({ x: 40, y: 10, width: 150, height: 120, scale })
  drawing.changedRect()
  assert.deepEqual([drawing.width, drawing.height], [150, 120])
  drawing.touch('began', 2, 60, 40, { time: 1 })
  drawing.touch('moved', 2, 80, 20, { time: 1.1 })
  drawing.touch('ended', 2, 70, 30, { time: 1.2 })
  assert.ok(drawing.changedRect().width < 150)
  const part = doodle.newDrawing({ width: 150 / scale, height: 120 / scale, scale })
  part.apply(drawing.log().split('\n').slice(1).filter(Boolean).map((line) => {
    const touch = JSON.parse(line)
    return { ...touch, point: [touch.point[0] - 40, touch.point[1] - 10] }
  }))
  part.changedRect()
  const seen = drawing.pixels.slice()
  // The ink is as exact as the picture needs it, which has a scale of 1.
  const farthest = part.pixels.reduce((most, value, index) => Math.max(most, Math.abs(value - seen[index])), 0)
  assert.ok(farthest <= 16 * scale, `a byte of a view at ${scale} differs by ${farthest}`)
  assert.ok(seen.some((value) => value < 100))
  assert.notEqual(drawing.hash(), hash)
  assert.equal(drawing.hash(), hashOf(drawing.log()))
  drawing.view()
  drawing.changedRect()
  assert.deepEqual([drawing.width, drawing.height], [400, 300])
  for (const wrong of [{ scale: 1 }, { width: 1, height: 1, scale: 0 }, { width: 1e5, height: 1e5, scale: 1 }]) {
    assert.throws(() => drawing.view(wrong), DoodleError)
  }
  assert.ok(log.length < drawing.log().length)
}

// Integers of more than 32 bits name touches, apart from names of the same digits, events and elements.
for (const number of ['2147483648', '-3000000000', '9223372036854775807']) {
  const drawing = doodle.newDrawing({ width: 40, height: 40 })
  drawing.apply([
    `{"tool":"pen","id":${number},"width":4}`,
    `{"phase":"began","touch":${number},"point":[1,1],"index":${number},"expects":["pressure"],"pressure":0.1}`,
    `{"phase":"began","touch":"${number}","point":[9,30]}`, `{"phase":"moved","touch":${number},"point":[20,20],"pressure":0.1}`,
    `{"phase":"ended","touch":"${number}","point":[30,30]}`, `{"phase":"ended","touch":${number},"point":[30,9]}`,
    `{"revises":${number},"touch":${number},"pressure":1}`, `{"command":"move","id":${number},"by":[5,5]}`, '',
  ].join('\n'))
  assert.equal(hashOf(drawing.log()), drawing.hash(), number)
  for (const part of [`"touch":${number}`, `"touch":"${number}"`, `"index":${number}`, `"id":${number}`]) assert.ok(drawing.log().includes(part), part)
}

// Documents with numbers of more than 32 bits: coordinates in units, and factors with their decimals.
{
  const drawing = doodle.newDrawing({ width: 300, height: 200, scale: 40 })
  drawing.touch('began', 1, -1e7, 1e7, { time: 0 })
  drawing.touch('moved', 1, 9e6, -9e6, { time: 1 })
  drawing.touch('ended', 1, -9.5e6, 100, { time: 2 })
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
  drawing.addPicture(dot, { width: 1, height: 1, data: Uint8ClampedArray.of(0, 0, 0, 255) })
  drawing.apply({ command: 'image', data: dot, at: [-1e6, -5], size: [1e7, 20] })
  // The command compresses images with zlib.
  const [document, expected] = [drawing.svg(), svgOf(drawing.log())].map((text) => text.replace(/base64,[^"]*/g, ''))
  assert.equal(document, expected)
  assert.equal(
    drawing.svgFilm({ speed: 0.01 }).replace(/base64,[^"]*/g, ''),
    svgOf(drawing.log(), 'replay', '--speed', '0.01').replace(/base64,[^"]*/g, ''))
  // More frames than 32 bits count are refused, and nothing is broken.
  drawing.touch('began', 1, 5, 5, { time: 1e12 })
  assert.throws(() => drawing.svgFilm(), (error) => error instanceof DoodleError && error.message.includes('1000000060 frames'))
  assert.throws(() => drawing.svgFilm({ speed: 0 }), DoodleError)
  assert.throws(() => drawing.svgFilm({ fps: 30 }), DoodleError)
  assert.ok(drawing.svgFilm({ idleLimit: 1, plays: 1 }).startsWith('<svg'))
}

// Fonts are given before a line names them; the one with an empty name draws what others lack.
{
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doodle-'))
  fs.writeFileSync(path.join(folder, 'tiny.otf'), font)
  const text = (words, font) => ({ command: 'text', text: words, at: [10, 10], size: 80, ...(font ? { font } : {}) })
  const command = (drawing, ...options) => {
    fs.writeFileSync(path.join(folder, 'a.jsonl'), drawing.log())
    const run = spawnSync(path.resolve(program), ['hash', '-q', 'a.jsonl', ...options], { cwd: folder })
    assert.equal(run.status, 0, run.stderr.toString())
    return run.stdout.toString().split(' ')[0]
  }
  const named = doodle.newDrawing({ width: 200, height: 120 })
  named.addFont('tiny.otf', font)
  named.apply(text('ABx', 'tiny.otf'))
  assert.equal(named.hash(), command(named))
  const blank = doodle.newDrawing({ width: 200, height: 120 })
  assert.notEqual(named.hash(), blank.hash())
  const lacking = doodle.newDrawing({ width: 200, height: 120 })
  lacking.addFont('', font.buffer.slice(font.byteOffset, font.byteOffset + font.length))
  lacking.apply(text('A\u{1F600}'))
  assert.equal(lacking.hash(), command(lacking, '--font', 'tiny.otf'))
  assert.notEqual(lacking.hash(), command(lacking))
  // A font that comes late draws earlier texts, too.
  const late = doodle.newDrawing({ width: 200, height: 120 })
  late.apply(text('A\u{1F600}'))
  late.changedRect()
  late.addFont('', font)
  assert.ok(late.changedRect())
  assert.equal(late.hash(), lacking.hash())
  const refused = (call, ...words) => assert.throws(call, (error) => {
    assert.ok(error instanceof DoodleError, `${error}`)
    for (const word of words) assert.ok(error.message.includes(word), error.message)
    return true
  })
  refused(() => blank.apply(text('A', 'tiny.otf')), 'tiny.otf', 'add it first')
  refused(() => blank.addFont('tiny.otf', font.subarray(0, 40)), 'tiny.otf: ')
  refused(() => blank.addFont('tiny', font), '.ttf')
  refused(() => blank.addFont('tiny.otf', [1, 2]), 'bytes')
  fs.rmSync(folder, { recursive: true })
}

// A header in the first lines replaces the drawing's own, except for the values given to newDrawing.
const given = '\n{"doodle":1,"note":"é","size":[300,200],"scale":1,"background":"#ffeedd","model":"ink-1"}\n'
  + '{"phase":"began","touch":1,"point":[10,10],"time":0}\n{"phase":"ended","touch":1,"point":[250,150],"time":1}\n'
for (const [options, size, scale] of [
  [{}, [300, 200], 1], [{ width: 280, height: 90 }, [280, 90], 1], [{ scale: 2 }, [300, 200], 2],
  [{ width: 20, height: 10, scale: 3 }, [20, 10], 3],
]) {
  for (const lines of [given, given.slice(1)]) {
    const drawing = doodle.newDrawing(options)
    drawing.apply(lines)
    assert.equal(hashOf(drawing.log()), drawing.hash(), JSON.stringify(options))
    const header = JSON.parse(drawing.log().trim().split('\n')[0])
    assert.deepEqual(header, { doodle: 1, note: 'é', size, scale, background: '#ffeedd', model: 'ink-1' })
    assert.deepEqual([drawing.width, drawing.height], size.map((side) => side * scale))
    if (Object.keys(options).length === 0) assert.equal(drawing.log(), lines)
  }
}
// Lines applied one by one, blank ones included, give the same as lines applied together.
{
  const drawing = doodle.newDrawing({ scale: 2 })
  for (const line of given.split(/(?<=\n)/)) drawing.apply(line)
  assert.equal(hashOf(drawing.log()), drawing.hash())
  assert.throws(() => drawing.apply('{"doodle":1}\n'), DoodleError)
}
// A header that is refused leaves the drawing as it was, and lines count from the first that was applied.
{
  const drawing = doodle.newDrawing({ width: 50, height: 40 })
  assert.throws(() => drawing.apply('{"doodle":1,"background":"a.png"}\n'), { line: 1 })
  assert.throws(() => drawing.apply('{"tool":"pen"}\n{"phase":"gone"}\n'), { line: 2 })
  stroke(drawing)
  assert.deepEqual(headerOf(drawing).size, [50, 40])
  assert.equal(hashOf(drawing.log()), drawing.hash())
}

// Objects are lines, and touches may have names.
{
  const [one, other] = [doodle.newDrawing({ width: 200, height: 100 }), doodle.newDrawing({ width: 200, height: 100 })]
  one.apply('{"tool":"marker","color":"gold"}\n{"command":"mark","name":"a"}\n')
  other.apply({ tool: 'marker', color: 'gold' })
  other.apply([{ command: 'mark', name: 'a' }])
  assert.equal(other.log(), one.log())
  stroke(one, 7)
  stroke(other, 'a pen')
  assert.equal(other.hash(), one.hash())
  assert.equal(hashOf(other.log()), other.hash())
  assert.ok(other.log().includes('"touch":"a pen"'))
  stroke(other, 2 ** 40)
  assert.ok(other.log().includes(`"touch":${2 ** 40}`))
  other.apply(new TextEncoder().encode('{"command":"undo"}').buffer)
  assert.equal(other.hash(), one.hash())
}

// A wrong call is refused with a sentence, and changes nothing.
const drawing = doodle.newDrawing({ width: 200, height: 100 })
drawing.touch('began', 1, 1, 1)
const before = drawing.log()
for (const [call, words] of [
  [() => drawing.touch('moved', 1, 2, 2, { force: 0.5 }), ['"force"', 'give "pressure"', 'altitude, azimuth']],
  [() => drawing.touch('moved', 1, 2, 2, { colour: 1 }), ['"colour"', 'takes pressure']],
  [() => drawing.touch('moved', 1, 2, 2, 0.5), ['an object', '0.5']],
  [() => drawing.touch('moved', 1, 2, 2, { pressure: -1 }), ['"pressure"', '0 or more']],
  [() => drawing.touch('moved', 1, 2, 2, { time: '3' }), ['"time"']],
  [() => drawing.touch('moved', 1, 2, 2, { pointer: 'pen' }), ['"pointer"', 'pencil']],
  [() => drawing.touch('move', 1, 2, 2), ['phase "move"', 'moved']],
  [() => drawing.touch('moved', 1, NaN, 2), ['"point"']],
  [() => drawing.touch('moved', 1), ['"point"']],
  [() => drawing.touch('moved', {}, 2, 2), ['"touch"']],
  [() => drawing.touch('moved', 1, 2e7, 2), ['-1e7 and 1e7']],
  [() => drawing.apply(), ['apply()', 'undefined']],
  [() => drawing.apply(3), ['apply()', '3']],
  [() => drawing.apply([{ tool: 'pen' }, 'x']), ['apply()']],
  [() => drawing.apply({ tol: 'pen' }), ['"tool"']],
  [() => drawing.png({ dpi: 72, meta: true }), ['"meta"', 'metadata']],
  [() => doodle.newDrawing({ size: [3, 4] }), ['"size"', '"width" and "height"']],
  [() => doodle.newDrawing({ width: 5 }), ['a width and a height']],
  [() => doodle.newDrawing({ width: 5, height: 0 }), ['more than 0', 'not 0']],
  [() => doodle.newDrawing({ width: 5, height: 5, scale: -2 }), ['scale', 'not -2']],
  [() => doodle.newDrawing({ scale: NaN }), ['numbers', 'NaN']],
  [() => doodle.newDrawing(null), ['an object', 'null']],
]) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof DoodleError, `${call}: ${error}`)
    for (const word of words) assert.ok(error.message.includes(word), `${call}: ${error.message}`)
    return true
  }, call.toString())
  assert.equal(drawing.log(), before, call.toString())
}
console.log('calls of the engine do what they say')
