// Whether strokes of recorded hands need no more than the first part of the engine: parts.mjs FIRST LOG...
//
// Of the logs, the touches are drawn as the recorder's page writes them: by hands that first-strokes.mjs does not know.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { Doodle } from '../../../Sources/Fronts/Web/doodle.mjs'

const [first, ...logs] = process.argv.slice(2)
const module = await WebAssembly.compile(fs.readFileSync(first))
const imports = {}
for (const { module: space, name } of WebAssembly.Module.imports(module)) {
  (imports[space] ??= {})[name] = () => { throw new Error('a function of the rest was called') }
}
const rounded = (value) => value === undefined ? undefined : Math.round(1000 * value) / 1000

let count = 0
for (const file of logs) {
  const doodle = new Doodle(await WebAssembly.instantiate(module, imports))
  const drawing = doodle.newDrawing({ predictions: true })
  drawing.apply({ doodle: 1, size: [900, 700], scale: 1, background: '#ffffff', model: drawing.model })
  for (const line of fs.readFileSync(file, 'utf8').split('\n').slice(0, 3000)) {
    if (!/^\{"phase":"\w+",.*"point":\[/.test(line)) continue
    const { phase, touch = 0, point, time, pressure, pointer, predicted } = JSON.parse(line)
    if (!Number.isInteger(touch)) continue
    const event = { phase, touch, point: point.map(rounded), time: rounded(time), pressure: rounded(pressure), pointer, predicted }
    try {
      drawing.apply(event)
      drawing.changedRect()
      count += 1
    } catch (error) {
      // Such as a touch that ends without a beginning.
      assert.equal(error.name, 'DoodleError', `${file}: ${error.message}`)
    }
  }
  drawing.log()
}
assert.ok(count > 1000, `the logs have only ${count} touch events`)
console.log(`${count} events of ${logs.length} logs are drawn by the first part of the engine`)
