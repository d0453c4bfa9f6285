// A drawing and its log.

import { PlainEngine } from './plain.js'
import { loose } from './pointers.js'

const encoder = new TextEncoder()

/** A drawing that grows line by line. It tells its owner of every change. */
export class Session {
  #doodle
  #changed
  #drawing
  #pictures = new Map()
  /** The tool line that the log has last. */
  #toolInLog = ''
  /** The number of bytes of the log that the user has saved, and of those that a new drawing has. */
  #savedBytes = 0
  #emptyBytes = 0

  /** `changed` is called after each change of the drawing, with whether the drawing is another one. */
  constructor(doodle, changed) {
    this.#doodle = doodle
    this.#changed = changed
  }

  get drawing() { return this.#drawing }
  get header() { return this.#header }
  #header = {}

  /** The pictures that the log names: {width, height, data} of straight RGBA, by name. */
  get pictures() { return this.#pictures }

  /** Begins a new drawing with the header of its log. */
  begin(header, pictures = new Map()) {
    this.#load(JSON.stringify({ doodle: 1, ...header }) + '\n', pictures)
    this.#savedBytes = this.#emptyBytes
  }

  /**
   * Goes on with a log. Throws `DoodleError` if it is none; the session is then unchanged.
   * Returns its last time in seconds.
   */
  open(log, pictures = new Map(), isSaved = true) {
    const lines = log.split('\n').filter((line) => line.trim() !== '')
    if (lines.length > 0 && !/^\s*\{\s*"doodle"/.test(lines[0])) lines.unshift('{"doodle":1}')
    const { ends, time } = loose(lines)
    this.#load([...lines, ...ends].join('\n') + '\n', pictures)
    this.#savedBytes = 0
    if (isSaved && ends.length === 0) this.noteSaved()
    return time
  }

  #load(log, pictures) {
    const drawing = this.#doodle.newDrawing({ predictions: true })
    try {
      for (const [name, picture] of pictures) drawing.addPicture(name, picture)
      drawing.apply(log)
      drawing.changedRect()
    } catch (error) {
      drawing.delete()
      throw error
    }
    this.#drawing?.delete()
    this.#drawing = drawing
    this.#pictures = pictures
    this.#toolInLog = ''
    const first = log.slice(0, log.indexOf('\n'))
    this.#header = JSON.parse(first)
    this.#emptyBytes = encoder.encode(first).length + 1
    this.#changed(true)
  }

  /** Replaces the header and keeps everything that was drawn. */
  changeHeader(header, pictures = this.#pictures) {
    const rest = this.log().split('\n').slice(1).join('\n')
    const wasSaved = !this.isUnsaved
    this.#load(JSON.stringify({ doodle: 1, ...this.#header, ...header }) + '\n' + rest, pictures)
    this.#savedBytes = wasSaved && this.isEmpty ? this.byteCount : 0
  }

  /** Applies whole lines. Throws `DoodleError`; the lines before the wrong one have been applied. */
  apply(lines) {
    try {
      this.#drawing.apply(lines)
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) this.#goOnPlainly(lines, error)
      throw error
    } finally {
      this.#changed(false)
    }
  }

  /** Records on without the engine, which has failed. Its log is as it was before these lines. */
  #goOnPlainly(lines, error) {
    this.#doodle = new PlainEngine()
    this.#load(this.log() + lines, this.#pictures)
    throw new Error(`The engine has failed (${error.message}). What you draw is still recorded: save it and open it again.`)
  }

  command(name, values = {}) { this.apply(JSON.stringify({ command: name, ...values }) + '\n') }

  /** Writes a tool line to the log if it is another one than before. */
  useTool(tool) {
    if (tool === this.#toolInLog) return
    this.apply(tool + '\n')
    this.#toolInLog = tool
  }

  /** The log as text, from a byte on. */
  log(start = 0) { return this.#drawing.log(start) }

  /** The number of bytes of the log. */
  get byteCount() { return this.#drawing.logLength }
  /** Whether nothing was drawn. */
  get isEmpty() { return this.byteCount <= this.#emptyBytes }
  get isUnsaved() { return !this.isEmpty && this.#savedBytes !== this.byteCount }
  noteSaved() {
    this.#savedBytes = this.byteCount
    this.#changed(false)
  }
}
