// The drawing of a page, and its log.

import { PlainEngine } from './fallback-engine.js'
import { fontsIn } from './fonts.js'
import { MissingPart } from './growing-engine.js'
import { addFiles, fontsOf } from './saved-drawings.js'
import { transplants } from './transplant.js'
import { Steps } from './undo-groups.js'

const encoder = new TextEncoder()

/** A drawing that grows line by line, and reports every change to its owner. */
export class Session {
  #doodle
  #changed
  #now
  #drawing
  #pictures = new Map()
  #steps = new Steps()
  #isPreviewed = false
  /** The last tool line of the log. */
  #toolInLog = ''
  /** The number of bytes of a new drawing. */
  #emptyBytes = 0

  /**
   * `fonts` are those that the log may name. `changed` is called after each change, with whether the drawing was
   * replaced. `now` returns the time in the log, in seconds.
   */
  constructor(doodle, fonts, changed, now) { [this.#doodle, this.fonts, this.#changed, this.#now] = [doodle, fonts, changed, now] }

  get drawing() { return this.#drawing }
  get header() { return this.#header }
  #header = {}

  /** The size of the page in points. */
  get size() {
    const { size, scale = 1 } = this.#header
    const [width, height] = size ?? [this.#drawing.width / scale, this.#drawing.height / scale]
    return { width, height }
  }

  /** The key of the page. */
  page

  /**
   * The files that the log names, by name: pictures, {width, height, data} of straight RGBA, and a saved drawing, `data`
   * that `isDrawing`.
   */
  get pictures() { return this.#pictures }

  /** The sounds that the logs of all pages name, by name. */
  sounds = new Map()

  /** Throws `DoodleError` if a log is invalid. */
  check(log, pictures) { this.#read(log, pictures, new Steps()).delete() }

  /** What `body` returns for a drawing of its own. */
  trial(body) {
    const drawing = this.#doodle.newDrawing()
    try {
      return body(drawing)
    } finally {
      drawing.delete()
    }
  }

  /** The finished picture of a log, {width, height, data}, with `scale` pixels per point or those of its header. */
  picture(log, pictures, scale) {
    const drawing = this.#read(log, pictures, new Steps(), scale && { scale })
    try {
      return drawing.picture()
    } finally {
      drawing.delete()
    }
  }

  /** Draws the log of a page, by its key. Throws `DoodleError` if it is invalid; the session is then unchanged. */
  load(log, pictures, page = this.page) {
    const steps = new Steps()
    const drawing = this.#read(log, pictures, steps)
    this.#steps = steps
    const earlier = this.#drawing
    this.#drawing = drawing
    this.#isPreviewed = false
    try {
      earlier?.delete()
    } catch {
      // An engine that has failed cannot free memory.
    }
    this.#pictures = pictures
    this.page = page
    this.#toolInLog = ''
    const first = log.slice(0, log.indexOf('\n'))
    this.#header = JSON.parse(first)
    this.#emptyBytes = encoder.encode(first).length + 1
    this.#changed(true)
  }

  /** A drawing that has the pictures and the fonts of a log, but no lines yet. */
  #begun(log, pictures, options) {
    const drawing = this.#doodle.newDrawing({ predictions: true, ...options })
    addFiles(drawing, pictures)
    this.fonts.give(drawing, [...fontsIn(log), ...fontsOf(pictures)])
    return drawing
  }

  #read(log, pictures, steps, options) {
    const drawing = this.#begun(log, pictures, options)
    try {
      steps.read(drawing, log)
      drawing.changedRect()
    } catch (error) {
      drawing.delete()
      throw error
    }
    return drawing
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
      this.fonts.give(this.#drawing, fontsIn(lines))
      this.#drawing.apply(lines)
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error
      this.#goOnPlainly(lines, error)
    } finally {
      this.#changed(false)
    }
  }

  /**
   * Continues without the engine, which has failed, or until all of it has come. The log is the one before these lines.
   */
  #goOnPlainly(lines, error) {
    const engine = this.#doodle
    this.#doodle = new PlainEngine()
    this.load(this.log() + lines, this.#pictures)
    if (error instanceof MissingPart) return void this.#goOnWhole(engine)
    throw new Error(`The engine has failed (${error.message}). What you draw is still recorded: save it and open it again.`)
  }

  async #goOnWhole(engine) {
    await engine.renew()
    this.#doodle = engine
    this.load(this.log(), this.#pictures)
  }

  /** Draws the texts anew whose font files have come since they were drawn. */
  renewFonts() {
    this.#endPreview()
    this.fonts.give(this.#drawing, [...fontsIn(this.log()), ...fontsOf(this.#pictures)])
    this.#changed(false)
  }

  /** Handles an error that was caught outside `apply`. Throws the error to show to the user. */
  fail(error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
    this.#goOnPlainly('', error)
  }

  /** Applies commands, {command, …}, and touches, which one undo takes back together. */
  commands(list) { if (list.length > 0) this.apply(this.lines(list), true) }

  /** Their lines. */
  lines(list) {
    const time = this.#now()
    return this.#steps.lines(list.map((event) => (event.command ? { ...event, time } : event)))
  }

  /**
   * Adds pictures above all elements, as one step: of each the `picture`, its PNG in base64, `data`, and its place, `at` and
   * `size` in points. Returns their ids.
   */
  addPictures(list) {
    this.#takePictures(list.map(({ data, picture }) => [data, { ...picture, isFile: true }]))
    const ids = list.map((_, index) => this.pictureID(index))
    this.commands(list.map(({ data, at, size }, index) => ({ command: 'image', data, at, size, id: ids[index] })))
    return ids
  }

  #takePictures(list) {
    for (const [name, picture] of list) this.#drawing.addPicture(name, picture)
    this.#pictures = new Map([...this.#pictures, ...list])
  }

  /**
   * Adds elements of another page as one step: those with these ids at the end of its `log`, which names these `pictures`.
   * Returns their new ids, and whether they have the pixels of the originals, and are all of them.
   */
  transplant(log, pictures, ids) {
    const { list, isExact, isWhole } = transplants(() => this.#begun(log, pictures), log, ids)
    const named = list.map(({ isPicture }, index) => this.pictureID(index).replace(/^picture/, isPicture ? 'picture' : 'copy'))
    const events = list.flatMap(({ renewed }, index) => renewed(named[index], this.#now()))
    this.#takePictures(events.flatMap(({ data, path }) => (pictures.has(data ?? path) ? [[data ?? path, pictures.get(data ?? path)]] : [])))
    // Tools are among them.
    this.#toolInLog = ''
    this.commands(events)
    return { ids: named, isExact, isWhole }
  }

  /** An id for the picture with an index among those that are added now. */
  pictureID(index) { return `picture-${this.#pictures.size}-${Math.round(1000 * this.#now())}-${index}` }

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
      this.fonts.give(this.#drawing, fontsIn(JSON.stringify(list)))
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
}
