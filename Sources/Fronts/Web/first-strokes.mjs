// Draws what a person may draw before the rest of the engine has come, so that wasm-split finds the functions for it.
//
//     node first-strokes.mjs INSTRUMENTED PROFILE
//
// The lines are those of the recorder's page. Whatever is missing here is in the rest, for which the page then waits.
import fs from 'node:fs'
import { Doodle } from './doodle.mjs'

const [instrumented, profile] = process.argv.slice(2)
const { instance } = await WebAssembly.instantiate(fs.readFileSync(instrumented))
const doodle = new Doodle(instance)

const BRUSHES = [
  'ink', 'monoline', 'pencil', 'crayon', 'charcoal', 'nib', 'fountain', 'brush', 'chisel', 'airbrush', 'watercolor',
]
const FILLED = { rect: {}, ellipse: {}, polygon: { sides: 5 }, star: { points: 5 } }
const TOOLS = [
  ...BRUSHES.map((brush) => ({ tool: 'pen', brush, width: 4, opacity: brush === 'ink' ? 1 : 0.8, color: '#e03131' })),
  { tool: 'pen', width: 4, opacity: 1, color: 'rainbow', pressureCurve: 0.6, minWidth: 0.35 },
  { tool: 'marker', width: 18, opacity: 0.47, color: '#ffd43b' },
  ...['pixel', 'stroke'].map((mode) => ({ tool: 'eraser', mode, width: 24, opacity: 1 })), { tool: 'select' },
  ...['line', 'arrow', 'angle'].map((tool) => ({ tool, color: '#1e66f5', width: 3, opacity: 1 })),
  ...Object.keys(FILLED).flatMap((tool) => [[1, 'none'], [0.5, '#1e66f5']].map(
    ([opacity, fill]) => ({ tool, color: '#1e66f5', width: 3, opacity, ...FILLED[tool], fill }))),
  ...['rect', 'angle'].map((tool) => ({ tool, color: '#1e66f5', width: 3, opacity: 1, dash: [9, 6] })),
  { tool: 'pen', brush: 'ink', color: '#1b1b1f', width: 4, opacity: 1, dash: [] },
]

/** What a device measures besides the position, at the `index`th event. */
const POINTERS = {
  mouse: () => ({ buttons: 1 }),
  pencil: (index) => ({ pressure: (index % 10) / 10, altitude: 1.1, azimuth: 0.5, twist: 0.2, buttons: 1 }),
  finger: () => ({ contact: [20.5, 22] }),
  eraser: (index) => ({ pressure: (index % 10) / 10, buttons: 32 }),
}

const { sin, cos, round, abs } = Math

/** Numbers from 0 to 1, the same in every run: https://en.wikipedia.org/wiki/Linear_congruential_generator */
let state = 1
const random = () => (state = (1_103_515_245 * state + 12_345) % 2 ** 31) / 2 ** 31

/** A hand that turns, halts and hurries at random, with `size` points an event. */
function wander(size) {
  const points = [[0, 0, 0]]
  let [angle, speed] = [0, size]
  return (index) => {
    while (points.length <= index) {
      const [x, y, time] = points.at(-1)
      if (random() < 0.1) [angle, speed] = [7 * random(), 3 * size * random() ** 2]
      angle += random() - 0.5
      points.push([x + speed * cos(angle), y + speed * sin(angle), time + (random() < 0.05 ? 0.3 : 0.016) * random()])
    }
    return points[index]
  }
}

/** Ways of a hand: the point and the time in seconds of the `index`th event of `count`. */
const even = (index) => index / 60
const shaken = (size) => (index) => size * sin(78.233 * index * index)
const [tremble, jitter] = [shaken(0.4), shaken(3)]
const WAYS = [
  (index) => [3 * index, 20 * sin(index / 3), even(index)],
  (index) => [round(9 * index), round(17 * abs(index % 6 - 3)), even(index)],
  (index) => [45 * index, 60 * sin(2 * index), even(index)],
  (index) => [30 * (index >> 2), 10 * (index >> 3), even(index)],
  (index) => [0.4 * index + tremble(index), tremble(index + 1), index / 240],
  (index, count) => [(80 - 2 * index) * cos(index / 2), (80 - 2 * index) * sin(index / 2), index / count],
  (index) => [6 * index, 0, 0.004 * index + (index % 5 === 0 ? 0.05 : 0)],
  (index) => [round(index / 2), round(jitter(index)), round(30 * index) / 1000],
  (index) => [12 * index + jitter(index), 40 * cos(index) + jitter(index + 7), undefined],
  (index) => [0, 0, even(index)],
  (index) => [round(2.3 * index), round(8 * sin(index / 5)), even(index)],
  (index) => [4 * round(1.2 * index), 4 * round(5 * sin(index / 4)), even(index)],
]

/** As the page writes numbers. */
const rounded = (value) => round(1000 * value) / 1000

class Hand {
  #drawing
  #count = 0
  constructor(drawing) { this.#drawing = drawing }

  apply(...lines) {
    this.#drawing.apply(lines.map((line) => JSON.stringify(line) + '\n').join(''))
    this.#drawing.changedRect()
  }

  /** What the page reads after a change. */
  look() {
    const { undoCount, redoCount, eventCount, logLength, isTouched, pixels } = this.#drawing
    this.#drawing.log(Math.max(0, logLength - 500))
    return [undoCount, redoCount, eventCount, isTouched, pixels.length]
  }

  command(values) {
    this.apply({ ...values, time: this.#count })
    this.look()
  }

  stroke(pointer, way, count, isCanceled = false) {
    const touch = ++this.#count
    for (let index = 0; index < count; index++) {
      const event = (at, isPredicted = false) => {
        const [x, y, time] = way(at, count)
        return {
          phase: at === 0 ? 'began' : at < count - 1 || isPredicted ? 'moved' : isCanceled ? 'cancelled' : 'ended', touch,
          point: [rounded(20 + (13 * touch) % 300 + x), rounded(40 + (7 * touch) % 200 + y)], time: time && rounded(touch + time),
          ...POINTERS[pointer](at), pointer, ...(isPredicted ? { predicted: true } : {}),
        }
      }
      const isInside = index > 0 && index < count - 1
      this.apply(event(index), ...(isInside && index % 3 === 0 ? [event(index + 1, true)] : []))
    }
    this.look()
  }
}

for (const [scale, background] of [[1, '#ffffff'], [1.5, 'none']]) {
  const drawing = doodle.newDrawing({ predictions: true })
  const hand = new Hand(drawing)
  hand.apply({ doodle: 1, size: [450, 300], scale, background, model: drawing.model })
  for (const tool of scale === 1 ? TOOLS : TOOLS.slice(0, 1)) {
    hand.apply(tool)
    const pointers = Object.keys(POINTERS)
    const counts = tool === TOOLS[0] ? [1, 2, 3, 24] : [9]
    WAYS.forEach((way, index) => { for (const count of counts) hand.stroke(pointers[(index + count) % 4], way, count) })
    hand.stroke('finger', WAYS[0], 9, true)
    hand.command({ command: 'undo' })
    hand.command({ command: 'undo', count: 2 })
    hand.command({ command: 'redo' })
  }
  for (const view of [{ x: 10, y: 10, width: 300, height: 300, scale: 3.5 }, { x: -90, y: -90, width: 500, height: 400, scale: 0.5 }, {}]) {
    drawing.view(view)
    hand.stroke('mouse', WAYS[5], 14)
  }
  const ids = drawing.elements
  const { boxes, selection } = drawing
  drawing.styles(ids)
  for (let y = 0; y < 300; y += 7) for (let x = 0; x < 450; x += 7) drawing.elementAt(x, y, x % 5)
  const id = drawing.elementAt(boxes[0].x + 1, boxes[0].y + 1) ?? ids[0]
  for (const values of [
    { command: 'move', by: [5, 5] }, { command: 'transform', translate: [5, 5], rotate: 0.3, scale: 2 },
    { command: 'stretch', by: [1.5, 0.5] },
    { command: 'restyle', color: '#1e66f5', width: 8, opacity: 0.5 }, { command: 'raise' }, { command: 'lower' },
    { command: 'duplicate', by: [12, 12] }, { command: 'delete' }, { command: 'text', text: 'Words', at: [60, 60] },
  ]) {
    const command = { ...values, id: values.text ? `${id}-words` : id }
    drawing.preview([command])
    drawing.changedRect()
    drawing.preview()
    hand.command(command)
    for (const way of ['undo', 'redo']) hand.command({ command: way })
  }
  for (const way of ['undo', 'redo']) for (let step = 0; step < 60; step++) hand.command({ command: way })
  hand.command({ command: 'clear' })
  hand.command({ command: 'undo' })
  for (let count = 0; count < 40; count++) {
    if (count % 15 === 0) hand.command({ command: 'clear' })
    hand.apply({ ...TOOLS[0], width: [4, 1, 64, 2.5][count % 4] })
    hand.stroke(Object.keys(POINTERS)[count % 3], wander([1, 4, 12, 0.3, 30][count % 5]), round(80 * random()) + 2)
  }
  if (selection) throw new Error('nothing was selected')
  drawing.delete()
}

const size = instance.exports.__write_profile(0, 0)
const address = instance.exports.doodle_allocate(size)
instance.exports.__write_profile(address, size)
fs.writeFileSync(profile, new Uint8Array(instance.exports.memory.buffer, address, size))
