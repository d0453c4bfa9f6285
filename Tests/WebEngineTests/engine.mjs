// Compares the engine for browsers with the command: engine.mjs COMMAND BUILD FOLDER…
//
// Every log in the folders, and every file that the command converts to a log, has the same hash in both, given as a
// whole and line by line, and the same PNG. What one refuses, the other refuses with the same words.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [program, build, ...folders] = process.argv.slice(2)
const command = path.resolve(program)
const { Doodle, DoodleError } = await import(pathToFileURL(path.resolve(build, 'doodle.mjs')))
const doodle = await Doodle.load(fs.promises.readFile(path.join(build, 'doodle.wasm')))

const run = (args, input) => spawnSync(command, args, { input, maxBuffer: 1 << 30 })

/** The log of a file as text; null if the command cannot make one. */
function logOf(file) {
  if (file.endsWith('.jsonl')) return fs.readFileSync(file)
  const converted = run(['convert', file, '-o', '-', '--to', 'doodle'])
  return converted.status === 0 ? converted.stdout : null
}

/** The hash, or the message of the error. */
function drawn(log, apply) {
  const drawing = doodle.newDrawing()
  try {
    apply(drawing, log)
    return drawing.hash()
  } catch (error) {
    if (!(error instanceof DoodleError)) throw error
    return error.reason
  } finally {
    drawing.delete()
  }
}

/** Compares the PNG of a drawing with that of the command, which draws the log that the drawing keeps. */
function comparePNG(log, file) {
  const drawing = doodle.newDrawing()
  drawing.apply(log)
  const png = Buffer.from(drawing.png({ metadata: true }))
  const native = run(['render', '-', '-o', '-', '--metadata', '--files', 'none', '-q'], drawing.log()).stdout
  // The command compresses narrow pictures with zlib: only the pixels are the same then.
  if (!png.equals(native)) {
    assert.ok(native.readUInt32BE(16) < 512, `${file}: a picture that is not narrow has other bytes`)
    const [one, other] = [png, native].map((bytes) => run(['hash', '-'], bytes).stdout.toString())
    assert.ok(one.length > 64 && one === other, `${file}: the PNG has other pixels`)
  }
  drawing.delete()
}

const lines = (log) => log.toString().split('\n').filter((line) => line.trim()).map((line) => line + '\n')

/** Whether a log names files or images, which the engine does not read. */
const namesFiles = (log) => /"(path|data|open)" *:|"background" *: *"[^"]*[.]png"/.test(log)

const files = folders.filter(Boolean).flatMap((folder) =>
  fs.readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)))
const counts = { equal: 0, refused: 0, skipped: 0 }
for (const file of files.sort()) {
  const log = logOf(file)
  if (!log || log.length > 20e6 || namesFiles(log)) {
    counts.skipped++
    continue
  }
  const native = run(['hash', '-', '--from', 'doodle', '--files', 'none', '-q'], log)
  if (native.status !== 0) {
    const reason = drawn(log, (drawing) => drawing.apply(log))
    assert.ok(native.stderr.toString().includes(reason), `${file}: ${native.stderr} | ${reason}`)
    counts.refused++
    continue
  }
  const expected = native.stdout.toString().split(' ')[0]
  assert.equal(drawn(log, (drawing) => drawing.apply(log)), expected, file)
  if (log.length < 200_000) {
    assert.equal(drawn(log, (drawing) => {
      for (const line of lines(log)) {
        drawing.apply(line)
        drawing.changedRect()
      }
    }), expected, `${file}, line by line`)
  }
  comparePNG(log, file)
  counts.equal++
}
console.log(`${counts.equal} logs are equal, ${counts.refused} are refused alike, ${counts.skipped} are no logs or name files`)
assert.ok(counts.equal > 0)
