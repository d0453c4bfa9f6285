// Prints the hash of each log as `doodle hash` does, drawn by the engine for browsers: hashes.mjs BUILD LOG…
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [build, ...logs] = process.argv.slice(2)
const { Doodle } = await import(pathToFileURL(path.resolve(build, 'doodle.mjs')))
const doodle = await Doodle.load(fs.readFileSync(path.join(build, 'doodle.wasm')))
for (const log of logs) {
  const drawing = doodle.newDrawing()
  try {
    drawing.apply(fs.readFileSync(log))
    console.log(`${drawing.hash()}  ${log}`)
  } catch (error) {
    console.error(`${error.message}  ${log}`)
    process.exitCode = 1
  }
  drawing.delete()
}
