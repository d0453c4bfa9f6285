// The engine in two parts: what the first strokes call, and the rest, which comes after it in the file.

import { Doodle } from './doodle.mjs'

/** A function of the engine was called that has not come yet. The drawing of the call cannot be used any more. */
export class MissingPart extends WebAssembly.RuntimeError {}

/** The part of `Doodle` that the recorder uses. */
export class GrowingEngine {
  #doodle
  #first
  #rest
  #isWhole
  /** Fulfilled as soon as strokes can be drawn. Rejected if the browser cannot run the engine. */
  begun

  /** Takes promises of the bytes of both parts. Those of the rest are empty if the first is all. */
  constructor(first, rest) {
    this.#first = first.then((bytes) => WebAssembly.compile(bytes))
    this.#rest = rest.then((bytes) => (bytes.length > 0 ? WebAssembly.compile(bytes) : null))
    // Reported by whoever waits for it.
    this.#rest.catch(() => {})
    this.begun = this.#begin()
  }

  async #begin() {
    const first = await this.#first
    const imports = {}
    const missing = () => { throw new MissingPart('This part of the page has not come yet: try it again in a moment.') }
    for (const { module, name } of WebAssembly.Module.imports(first)) (imports[module] ??= {})[name] = missing
    const { exports } = await WebAssembly.instantiate(first, imports)
    this.#doodle = new Doodle({ exports })
    this.#isWhole = this.#rest.then((rest) => rest && WebAssembly.instantiate(rest, { primary: exports }))
  }

  /** Fulfilled as soon as every function can be called. */
  get whole() { return this.begun.then(() => this.#isWhole) }

  /** Begins again with all parts, after `MissingPart`. */
  async renew() {
    await this.#begin()
    await this.#isWhole
  }

  /** Lets another engine draw, in a browser that refuses this one. */
  replace(engine) {
    this.#doodle = engine
    this.begun = this.#isWhole = Promise.resolve()
  }

  get isPlain() { return this.#doodle.isPlain === true }

  /** The name of the newest stroke model. */
  get model() {
    const drawing = this.newDrawing()
    try {
      return drawing.model
    } finally {
      drawing.delete()
    }
  }

  newDrawing(options) { return this.#doodle.newDrawing(options) }
  timeline(log) { return this.#doodle.timeline(log) }
}
