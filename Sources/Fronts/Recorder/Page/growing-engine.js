// The engine in two parts: what the first strokes call, and the rest, which comes after it in the file.

import { Doodle } from './doodle.mjs'

/** A function of the engine was called that has not come yet. The drawing of the call cannot be used any more. */
export class MissingPart extends WebAssembly.RuntimeError {}

/** The part of `Doodle` that the recorder uses. Strokes can be drawn at once. */
export class GrowingEngine {
  #doodle
  #first
  #rest
  /** Fulfilled as soon as every function can be called. */
  whole

  /** Begins with the bytes of the first part. `rest` is a promise of the others; they are empty if the first is all. */
  static async load(first, rest) {
    const engine = new GrowingEngine()
    engine.#first = await WebAssembly.compile(first)
    engine.#rest = rest.then((bytes) => (bytes.length > 0 ? WebAssembly.compile(bytes) : null))
    await engine.#begin()
    return engine
  }

  async #begin() {
    const imports = {}
    const missing = () => { throw new MissingPart('This part of the page has not come yet: try it again in a moment.') }
    for (const { module, name } of WebAssembly.Module.imports(this.#first)) (imports[module] ??= {})[name] = missing
    const { exports } = await WebAssembly.instantiate(this.#first, imports)
    this.#doodle = new Doodle({ exports })
    this.whole = this.#rest.then((rest) => rest && WebAssembly.instantiate(rest, { primary: exports }))
  }

  /** Begins again with all parts, after `MissingPart`. */
  async renew() {
    await this.#begin()
    await this.whole
  }

  newDrawing(options) { return this.#doodle.newDrawing(options) }
  timeline(log) { return this.#doodle.timeline(log) }
}
