// Compares the engine for browsers with the command on random logs: random.mjs COMMAND BUILD [COUNT [SEED]]
//
// A page computes with words of 32 bits, the command with 64: the logs have long strokes, and many have long distances and
// large numbers.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { RandomLogs, schemaOf } from './randomLogs.mjs'

const [program, build, count = 150, seed = 1] = process.argv.slice(2)
const { Doodle, DoodleError } = await import(pathToFileURL(path.resolve(build, 'doodle.mjs')))
const doodle = await Doodle.load(fs.promises.readFile(path.join(build, 'doodle.wasm')))

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doodle-random-'))
try {
  const random = new RandomLogs(schemaOf(program), Number(seed))
  const logs = Array.from({ length: Number(count) }, (_, number) => random.log(number, true))
  const names = logs.map((_, index) => `${index}.jsonl`)
  names.forEach((name, index) => fs.writeFileSync(path.join(folder, name), logs[index]))
  const native = spawnSync(path.resolve(program), ['hash', '-q', ...names], { cwd: folder, maxBuffer: 1 << 30 })
  const expected = new Map(native.stdout.toString().trim().split('\n').map((line) => line.split('  ').reverse()))
  // Few have numbers with which nothing can be drawn. Both refuse them.
  assert(expected.size > 0.9 * names.length, native.stderr.toString())
  logs.forEach((log, index) => {
    const drawing = doodle.newDrawing()
    const parts = log.split(/(?<=\n)/)
    try {
      // In parts, each of which the screen shows.
      for (let start = 0; start < parts.length; start += 97) {
        drawing.apply(parts.slice(start, start + 97).join(''))
        drawing.changedRect()
      }
      assert.equal(drawing.hash(), expected.get(names[index]))
    } catch (error) {
      if (error instanceof DoodleError && !expected.has(names[index])) return
      fs.writeFileSync('random.jsonl', log)
      throw new Error(`random log ${index} of seed ${seed}, now in random.jsonl: ${error.message}`, { cause: error })
    }
    drawing.delete()
  })
  console.log(`${logs.length} random logs are equal`)
} finally {
  fs.rmSync(folder, { recursive: true })
}
