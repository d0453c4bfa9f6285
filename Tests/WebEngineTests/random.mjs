// Compares the engine for browsers with the command on random logs: random.mjs COMMAND BUILD [COUNT [SEED]]
//
// A page computes with words of 32 bits, the command with 64: the logs have long strokes, long distances and large
// numbers.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [program, build, count = 150, seed = 1] = process.argv.slice(2)
const { Doodle } = await import(pathToFileURL(path.resolve(build, 'doodle.mjs')))
const doodle = await Doodle.load(fs.promises.readFile(path.join(build, 'doodle.wasm')))

/** Numbers from 0 to 1 (Marsaglia, Xorshift RNGs, 2003). */
function generator(seed) {
  let state = (seed * 2654435761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

function randomLog(random) {
  const below = (limit) => Math.floor(random() * limit)
  const pick = (values) => values[below(values.length)]
  const side = () => 20 + below(300)
  const size = [side(), side()]
  const lines = [{ doodle: 1, size, scale: pick([0.5, 1, 1.5, 2, 3]), background: pick(['#ffffff', 'none', '#20304080']), model: pick(['ink-1', 'ink-2', 'ink-3']) }]
  const color = () => pick(['#1e66f5', '#e0313180', 'rainbow', 'black'])
  const toolLine = () => {
    const tool = pick(['pen', 'pen', 'pen', 'marker', 'eraser', 'line', 'arrow', 'rect', 'ellipse', 'polygon', 'star', 'angle'])
    const line = { tool, color: color(), width: pick([0.3, 2, 7, 40, 500]), opacity: pick([1, 0.5]) }
    if (tool === 'eraser') line.mode = pick(['pixel', 'stroke'])
    if (pick([true, false])) Object.assign(line, { dash: [pick([0.5, 8, 300]), pick([1, 5])], fill: pick(['none', '#00ff0040']) })
    if (pick([true, false])) Object.assign(line, { thinning: random(), smoothing: pick([0, 1, 4]), taper: [below(50), below(50)] })
    if (tool === 'polygon') line.sides = 3 + below(40)
    if (tool === 'pen') delete line.dash
    return line
  }
  const stroke = (touch) => {
    const reach = pick([1, 30, 300, 300, 20_000, 2_000_000])
    const place = () => [(random() - 0.3) * reach, (random() - 0.3) * reach].map((value) => pick([value, Math.round(value)]))
    const length = pick([1, 3, 30, 30, 300, 1500])
    const step = pick([0.01, 1, 20, reach])
    const hasPressure = pick([true, false])
    const isTimed = pick([true, true, false])
    let [x, y] = place()
    let time = random() * 1e9
    for (let index = 0; index <= length; index++) {
      ;[x, y] = [x, y].map((value) => Math.max(-1e7, Math.min(1e7, value + (random() - 0.5) * step)))
      time += pick([0.0001, 0.008, 0.02])
      const line = { phase: index === 0 ? 'began' : index === length ? 'ended' : pick(['moved', 'moved', 'moved', 'stationary']), touch, point: [x, y] }
      if (hasPressure) line.pressure = random() * 1.2
      if (isTimed) line.time = time
      lines.push(line)
      if (index > 0 && index < length && random() < 0.05) lines.push({ ...line, phase: 'moved', point: place(), predicted: true })
    }
  }
  for (let element = 2 + below(8); element > 0; element--) {
    lines.push(toolLine())
    stroke(pick([0, 1, -7, 2147483648, 4807529472, '9e18', 'a']))
    if (random() < 0.3) {
      lines.push({ command: 'select', at: [below(size[0]), below(size[1])] })
      lines.push(pick([
        { command: 'move', by: [(random() - 0.5) * 1e5, 3] }, { command: 'transform', rotate: (random() - 0.5) * 2e6, scale: pick([0.01, 1, 70]) },
        { command: 'restyle', width: 3, color: color() }, { command: 'undo' }, { command: 'delete' }, { command: 'raise' },
      ]))
    }
    if (random() < 0.2) lines.push({ command: 'text', text: pick(['Größe 12', 'a\nb', '∆']), at: [5, 20], size: pick([4, 30, 900]) })
    if (random() < 0.2) lines.push({ command: pick(['undo', 'redo', 'undo', 'clear', 'lower']) })
  }
  return lines.map((line) => JSON.stringify(line) + '\n').join('')
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doodle-random-'))
try {
  const random = generator(Number(seed))
  const logs = Array.from({ length: Number(count) }, () => randomLog(random))
  const names = logs.map((_, index) => `${index}.jsonl`)
  names.forEach((name, index) => fs.writeFileSync(path.join(folder, name), logs[index]))
  const native = spawnSync(path.resolve(program), ['hash', '-q', ...names], { cwd: folder, maxBuffer: 1 << 30 })
  assert.equal(native.status, 0, native.stderr.toString())
  const expected = native.stdout.toString().trim().split('\n').map((line) => line.split(' ')[0])
  logs.forEach((log, index) => {
    const drawing = doodle.newDrawing()
    const parts = log.split(/(?<=\n)/)
    try {
      // In parts, each of which the screen shows.
      for (let start = 0; start < parts.length; start += 97) {
        drawing.apply(parts.slice(start, start + 97).join(''))
        drawing.changedRect()
      }
      assert.equal(drawing.hash(), expected[index])
    } catch (error) {
      fs.writeFileSync('random.jsonl', log)
      throw new Error(`random log ${index} of seed ${seed}, now in random.jsonl: ${error.message}`, { cause: error })
    }
    drawing.delete()
  })
  console.log(`${logs.length} random logs are equal`)
} finally {
  fs.rmSync(folder, { recursive: true })
}
