// A drawing and its log.

import { PlainEngine } from './fallback-engine.js'
import { loose, parsed } from './pointers.js'
import { Steps } from './undo-groups.js'

const encoder = new TextEncoder()

/** A line as a header; undefined if it is not one. */
function headerOf(line = '') {
  const value = parsed(line)
  return value && 'doodle' in value ? value : undefined
}

/** The largest coordinates of the touches. */
function farthest(lines) {
  const most = [0, 0]
  for (const line of lines) {
    const point = line.includes('"phase"') ? parsed(line)?.point : undefined
    if (Array.isArray(point)) most.forEach((side, axis) => { most[axis] = Math.ceil(Math.max(side, point[axis])) })
  }
  return most.map((side) => Math.min(side, 16_000) || 0)
}

/** A drawing that grows line by line, and reports every change to its owner. */
export class Session {
  #doodle
  #changed
  #now
  #drawing
  #pictures = new Map()
  #sounds = new Map()
  #steps = new Steps()
  #isPreviewed = false
  /** The last tool line of the log. */
  #toolInLog = ''
  /** The number of bytes of the log that the user has saved, and of those that a new drawing has. */
  #savedBytes = 0
  #emptyBytes = 0

  /**
   * `changed` is called after each change, with whether the drawing was replaced. `now` returns the time in the log, in
   * seconds.
   */
  constructor(doodle, changed, now) { [this.#doodle, this.#changed, this.#now] = [doodle, changed, now] }

  get drawing() { return this.#drawing }
  get header() { return this.#header }
  #header = {}

  /** The pictures that the log names: {width, height, data} of straight RGBA, by name. */
  get pictures() { return this.#pictures }

  /** The sounds that the log names, by name. */
  get sounds() { return this.#sounds }

  /** Begins a new drawing with the header of its log. */
  begin(header, pictures = new Map()) {
    this.#load(JSON.stringify({ doodle: 1, ...header }) + '\n', pictures)
    this.#sounds = new Map()
    this.#savedBytes = this.#emptyBytes
  }

  /**
   * Continues a log. Throws `DoodleError` if it is invalid; the session is then unchanged. A log without a size gets
   * that of `room`, [width, height] in points, or a larger one that holds its touches. Returns its last time in
   * seconds.
   */
  open(log, pictures = new Map(), isSaved = true, room = [800, 600], sounds = new Map()) {
    const numbers = []
    const lines = log.split('\n').filter((line, index) => line.trim() !== '' && numbers.push(index + 1))
    let header = headerOf(lines[0])
    if (!header) {
      header = { doodle: 1 }
      lines.unshift(JSON.stringify(header))
      numbers.unshift(0)
    }
    if (!header.size && !pictures.has(header.background)) {
      lines[0] = JSON.stringify({ ...header, size: room.map((side, axis) => Math.max(side, farthest(lines)[axis] + 16)) })
    }
    const { ends, time } = loose(lines)
    try {
      this.#load([...lines, ...ends].join('\n') + '\n', pictures)
    } catch (error) {
      // The line of the file, which may have blank lines, and no header.
      const number = numbers[error.line - 1]
      throw number ? new error.constructor(`${number} ${error.column} ${error.reason}`) : error
    }
    this.#sounds = sounds
    this.#savedBytes = 0
    if (isSaved && ends.length === 0) this.noteSaved()
    return Math.max(time, ...[...sounds.values()].map(({ until }) => until))
  }

  #load(log, pictures) {
    const drawing = this.#doodle.newDrawing({ predictions: true })
    try {
      for (const [name, picture] of pictures) drawing.addPicture(name, picture)
      this.#steps.read(drawing, log)
      drawing.changedRect()
    } catch (error) {
      drawing.delete()
      throw error
    }
    const earlier = this.#drawing
    this.#drawing = drawing
    this.#isPreviewed = false
    try {
      earlier?.delete()
    } catch {
      // An engine that has failed cannot free memory.
    }
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
  apply(lines, isGroup = false) {
    this.#endPreview()
    const before = this.#drawing.undoCount
    this.#apply(lines)
    this.#steps.note(before, this.#drawing.undoCount, isGroup)
  }

  #apply(lines) {
    try {
      this.#drawing.apply(lines)
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) this.#goOnPlainly(lines, error)
      throw error
    } finally {
      this.#changed(false)
    }
  }

  /** Continues without the engine, which has failed. The log is the one before these lines. */
  #goOnPlainly(lines, error) {
    this.#doodle = new PlainEngine()
    this.#load(this.log() + lines, this.#pictures)
    throw new Error(`The engine has failed (${error.message}). What you draw is still recorded: save it and open it again.`)
  }

  /** Handles an error that was caught outside `apply`. Throws the error to show to the user. */
  fail(error) {
    if (error instanceof WebAssembly.RuntimeError) this.#goOnPlainly('', error)
    throw error
  }

  /** Applies commands, {command, …}, which one undo takes back together. */
  commands(list) {
    if (list.length === 0) return
    const time = this.#now()
    this.apply(this.#steps.lines(list.map((command) => ({ ...command, time }))), true)
  }

  /** Adds a picture as an element in the middle, by its PNG in base64. Below all others, or above. */
  addPicture(data, picture, isBelow) {
    const canvas = [0, 1].map((axis) => this.#header.size?.[axis] ?? [this.#drawing.width, this.#drawing.height][axis])
    const sides = [picture.width, picture.height]
    const factor = Math.min(1 / (this.#header.scale ?? 1), ...canvas.map((side, axis) => side / sides[axis]))
    const size = sides.map((side) => side * factor)
    const at = canvas.map((side, axis) => (side - size[axis]) / 2)
    this.#drawing.addPicture(data, picture)
    this.#pictures = new Map([...this.#pictures, [data, picture]])
    const id = `picture-${this.#pictures.size}-${Math.round(1000 * this.#now())}`
    this.commands([{ command: 'image', data, at, size, id }, ...(isBelow ? [{ command: 'lower', id }] : [])])
  }

  undo() {
    this.#endPreview()
    const { undoCount, isTouched } = this.#drawing
    // A touch that is down becomes a step of its own.
    this.#goBack('undo', isTouched ? 1 : this.#steps.toUndo(undoCount))
  }

  redo() {
    this.#endPreview()
    this.#goBack('redo', this.#steps.toRedo(this.#drawing.undoCount))
  }

  #goBack(command, count) {
    this.#apply(JSON.stringify({ command, ...(count > 1 ? { count } : {}), time: this.#now() }) + '\n')
  }

  /** Shows what commands would change, until the next line of the log, or until there are none. */
  preview(list = []) {
    if (list.length === 0) return this.#endPreview()
    this.#isPreviewed = true
    try {
      this.#drawing.preview(list)
    } catch (error) {
      this.fail(error)
    }
    this.#changed(false)
  }

  #endPreview() {
    if (!this.#isPreviewed) return
    this.#isPreviewed = false
    this.#drawing.preview()
    this.#changed(false)
  }

  /** Writes a tool line to the log if it differs from the last one. */
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
  get isUnsaved() {
    return !this.isEmpty && (this.#savedBytes !== this.byteCount || [...this.#sounds.values()].some((sound) => !sound.isFile))
  }

  noteSaved() {
    this.#savedBytes = this.byteCount
    this.#changed(false)
  }
}
