// Starts the recorder with the engine and the options in the file.

import { Doodle } from './doodle.mjs'
import { find, say } from './controls.js'
import { bytesOf } from './files.js'
import { through } from './png.js'
import { PlainEngine } from './fallback-engine.js'
import { Recorder } from './recorder.js'

const decoded = (base64) => through(new DecompressionStream('gzip'), bytesOf(base64))

async function loadEngine() {
  try {
    return await Doodle.load(await decoded(find('engine').textContent.trim()))
  } catch (error) {
    say(
      `This browser cannot run the engine (${error.message}). What you draw is recorded and can be saved; doodle render `
        + 'draws it. Here you see a sketch.', { isError: true })
    return new PlainEngine()
  }
}

const options = JSON.parse(find('options').textContent)
if (options.picture) {
  const { data } = options.picture
  options.picture = { ...options.picture, data: new Uint8ClampedArray((await decoded(data)).buffer), isFile: true }
}
const engine = await loadEngine()
/** For scripts and tests of the page. */
globalThis.recorder = new Recorder(engine, options)
await recorder.start()
document.documentElement.classList.add('ready')
