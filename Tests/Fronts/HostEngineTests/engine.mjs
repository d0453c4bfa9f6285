// Compares the engine for browsers with the command: engine.mjs COMMAND BUILD FOLDER…
//
// Every log in the folders, and every file that the command converts to a log, has the same hash in both, given as a
// whole and line by line, and the same PNG and SVG. Both refuse the same logs with the same words, but for the
// names of options.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import zlib from 'node:zlib'

const [program, build, ...folders] = process.argv.slice(2)
const command = path.resolve(program)
const { Doodle, DoodleError } = await import(pathToFileURL(path.resolve(build, 'doodle.mjs')))
const doodle = await Doodle.load(fs.promises.readFile(path.join(build, 'doodle.wasm')))

const run = (args, input, cwd) => spawnSync(command, args, { input, cwd, maxBuffer: 1 << 30 })
// The logs are on standard input, which has no folder.
const access = ['--files', 'any', '-q']

// What the library advises, and what the command says instead.
const catalog = fs.readFileSync(new URL('../../../Sources/Fronts/doodle/CommandLine/Advice.swift', import.meta.url), 'utf8')
const advice = [...catalog.matchAll(/\(\s*"([^"]+)",\s*"([^"]+)"\s*\)/g)]
const worded = (message) => advice.reduce((text, [, library, option]) => text.replaceAll(library, option), message)

/** The log of a file as text; null if the command cannot make one. */
function logOf(file) {
  if (file.endsWith('.jsonl')) return fs.readFileSync(file)
  // A drawing of the engine is one page.
  const converted = run(['convert', file, '-o', '-', '--to', 'doodle', '--page', '1'])
  return converted.status === 0 ? converted.stdout : null
}

/** The pixels of a PNG of 8 bits RGB or RGBA, in rows (PNG, third edition, 9.2), as a browser decodes it. */
function decoded(file) {
  const [width, height, channels] = [file.readUInt32BE(16), file.readUInt32BE(20), file[25] === 6 ? 4 : 3]
  assert.ok(file[24] === 8 && (file[25] === 2 || file[25] === 6) && file[28] === 0)
  const parts = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  }
  const rows = zlib.inflateSync(Buffer.concat(parts))
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  const count = width * channels
  const before = new Uint8Array(count)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (count + 1)]
    const row = rows.subarray(y * (count + 1) + 1, (y + 1) * (count + 1))
    for (let x = 0; x < count; x++) {
      const [a, b, c] = [row[x - channels] ?? 0, before[x], before[x - channels] ?? 0]
      const distances = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
      const paeth = [a, b, c][distances.indexOf(Math.min(...distances))]
      row[x] += [0, a, b, (a + b) >> 1, paeth][filter]
      data[4 * (y * width + Math.floor(x / channels)) + x % channels] = row[x]
    }
    before.set(row)
  }
  return { width, height, data }
}

/** The pictures that a log names, by name; null if it opens a saved drawing or a font, or a picture is missing. */
function picturesOf(log, folder) {
  const pictures = new Map()
  for (const line of lines(log)) {
    let event
    try { event = JSON.parse(line) } catch { continue }
    if (event?.command === 'open' || (event?.font ?? 'doodle') !== 'doodle') return null
    const paths = [event?.path, event?.background].filter((name) => typeof name === 'string' && name.endsWith('.png'))
    for (const name of paths) {
      if (!fs.existsSync(path.join(folder, name))) return null
      pictures.set(name, decoded(fs.readFileSync(path.join(folder, name))))
    }
    if (typeof event?.data === 'string') pictures.set(event.data, decoded(Buffer.from(event.data, 'base64')))
  }
  return pictures
}

function newDrawing(pictures) {
  const drawing = doodle.newDrawing()
  for (const [name, picture] of pictures) drawing.addPicture(name, picture)
  return drawing
}

/** The hash, or the message of the error. */
function drawn(log, pictures, apply) {
  const drawing = newDrawing(pictures)
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

/** Compares the files of a drawing with those of the command, which draws the log that the drawing keeps. */
function compareFiles(log, pictures, file) {
  const drawing = newDrawing(pictures)
  drawing.apply(log)
  const png = Buffer.from(drawing.png({ metadata: true }))
  const picture = drawing.picture()
  assert.equal(picture.data.length, 4 * picture.width * picture.height)
  if (png[24] === 8 && (png[25] === 2 || png[25] === 6)) assert.deepEqual(picture, decoded(png), file)
  const native = run(['render', '-', '-o', '-', '--metadata', ...access], drawing.log(), path.dirname(file)).stdout
  // The command compresses narrow pictures with zlib: only the pixels are the same then.
  if (!png.equals(native)) {
    assert.ok(native.readUInt32BE(16) < 512, `${file}: a picture that is not narrow has other bytes`)
    const [one, other] = [png, native].map((bytes) => run(['hash', '-'], bytes).stdout.toString())
    assert.ok(one.length > 64 && one === other, `${file}: the PNG has other pixels`)
  }
  // Images in documents are compressed with zlib by the command.
  const assertDocument = (given, command, ...options) => {
    const svg = run([command, '-', '-o', '-', '-f', 'svg', ...options, ...access], drawing.log(), path.dirname(file)).stdout.toString()
    const withoutImages = (text) => text.replaceAll(/base64,[^"]*/g, '')
    assert.ok(svg.length > 0 && withoutImages(given) === withoutImages(svg), `${file}: ${command} makes another SVG`)
  }
  assertDocument(drawing.svg(), 'render')
  assertDocument(
    drawing.svgFilm({ speed: 2, idleLimit: 0.5, plays: 3 }), 'replay', '--speed', '2', '--idle-time-limit', '0.5', '--loop', '3')
  drawing.delete()
}

const lines = (log) => log.toString().split('\n').filter((line) => line.trim()).map((line) => line + '\n')

const files = folders.filter(Boolean).flatMap((folder) =>
  fs.readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)))
const counts = { equal: 0, refused: 0, skipped: 0 }
for (const file of files.sort()) {
  const log = logOf(file)
  const pictures = log && log.length < 20e6 ? picturesOf(log, path.dirname(file)) : null
  if (!pictures) {
    counts.skipped++
    continue
  }
  const native = run(['hash', '-', '--from', 'doodle', ...access], log, path.dirname(file))
  if (native.status !== 0) {
    const reason = drawn(log, pictures, (drawing) => drawing.apply(log))
    assert.ok(native.stderr.toString().includes(worded(reason)), `${file}: ${native.stderr} | ${reason}`)
    counts.refused++
    continue
  }
  const expected = native.stdout.toString().split(' ')[0]
  assert.equal(drawn(log, pictures, (drawing) => drawing.apply(log)), expected, file)
  if (log.length < 200_000) {
    assert.equal(drawn(log, pictures, (drawing) => {
      for (const line of lines(log)) {
        drawing.apply(line)
        drawing.changedRect()
      }
    }), expected, `${file}, line by line`)
  }
  compareFiles(log, pictures, file)
  counts.equal++
}
console.log(`${counts.equal} logs are equal, ${counts.refused} are refused alike, ${counts.skipped} are no logs or open files`)
assert.ok(counts.equal > 0)
