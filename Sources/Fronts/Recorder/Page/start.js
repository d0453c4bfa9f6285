// Starts the recorder with the engine and the options in the file.

import { find, say } from './controls.js'
import { bytesOf } from './files.js'
import { through } from './png.js'
import { PlainEngine } from './fallback-engine.js'
import { GrowingEngine } from './growing-engine.js'
import { Recorder } from './recorder.js'

const decoded = (base64) => through(new DecompressionStream('gzip'), bytesOf(base64))

/** The bytes of a part of the engine; none if the file has no such part. */
async function part(id) {
  const text = find(id).textContent.trim()
  return text === '' ? new Uint8Array() : decoded(text)
}

/** The document is read to its end: this script runs before what follows it has come. */
const end = document.readyState === 'loading'
  ? new Promise((read) => document.addEventListener('DOMContentLoaded', read, { once: true })) : Promise.resolve()

const options = JSON.parse(find('options').textContent)
if (options.picture) {
  const { data } = options.picture
  options.picture = { ...options.picture, data: new Uint8ClampedArray((await decoded(data)).buffer), isFile: true }
}
const engine = new GrowingEngine(part('engine'), end.then(() => part('rest')))
/** For scripts and tests of the page. The bars are built while the browser decodes and compiles the engine. */
globalThis.recorder = new Recorder(engine, options)
try {
  await engine.begun
} catch (error) {
  engine.replace(new PlainEngine())
  say(
    `This browser cannot run the engine (${error.message}). What you draw is recorded and can be saved; doodle render `
      + 'draws it. Here you see a sketch.', { isError: true })
}
// The first part of the engine takes no pictures.
if (options.picture) await engine.whole.catch(() => {})
recorder.start()
try {
  await engine.whole
} catch (error) {
  say(`The page has not come as a whole (${error.message}): reload it. What you draw is recorded and can be saved.`, { isError: true })
}
await recorder.restore()
find('actions').inert = false
document.documentElement.classList.add('ready')
