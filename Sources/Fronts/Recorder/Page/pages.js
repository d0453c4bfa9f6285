// The pages of a drawing: the session has the one that is shown, and the others are logs.

import { fontsIn } from './fonts.js'
import { joined, outside, withHeader } from './page-logs.js'
import { fontsOf } from './saved-drawings.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Runs `body` with the log of a page. An error of it names the line of the `file`. */
function located({ numbers = [], file }, body) {
  try {
    body()
  } catch (error) {
    const number = numbers[error.line - 1]
    // A line that the file lacks has the number 0.
    const told = number === undefined ? error : new error.constructor(`${number} ${error.column} ${error.reason}`)
    throw Object.assign(told, { file })
  }
}

/**
 * The pages of a drawing. Each has a `key`, which changes with its header, and the keys of the line that begins it, its
 * `own`. `log`, `pictures`, and the time at which it goes on are those of when it was shown last.
 */
export class Pages {
  #session
  #clock
  #changed
  #list = []
  #current
  #lastKey = 0
  /** What the user has as a file. */
  #saved
  /** The page with which a new drawing has begun. */
  #blank
  /** Changes of pages that can be undone and redone: the pages before and after each. */
  #steps = { undo: [], redo: [] }

  /**
   * `clock` is that of the log: `now()` in seconds, and `restart(time)`. `changed` is called when the drawing is saved or
   * has other pages.
   */
  constructor(session, clock, changed) { [this.#session, this.#clock, this.#changed] = [session, clock, changed] }

  get list() { return this.#list }
  get count() { return this.#list.length }
  get current() { return this.#current }
  get index() { return this.#list.indexOf(this.#current) }

  #page({ own = {}, log, pictures = new Map(), time = 0, numbers, file }) {
    return { key: ++this.#lastKey, own, log, pictures, time, numbers, file, bytes: encoder.encode(log).length }
  }

  /** Begins a new drawing with the header of its log. */
  begin(header, pictures) {
    this.open([{ log: JSON.stringify({ doodle: 1, ...header }) + '\n', pictures }], { isBlank: true })
  }

  /**
   * Continues pages: the log and pictures of each. Throws `DoodleError` if a log is invalid; the drawing is then
   * unchanged.
   */
  open(pages, { sounds = new Map(), isSaved = true, index = 0, isBlank = false } = {}) {
    const list = pages.map((page) => this.#page(page))
    const shown = list[Math.min(index, list.length - 1)]
    for (const page of list) {
      if (page !== shown) located(page, () => this.#session.check(page.log, page.pictures))
    }
    const before = [this.#list, this.#current, this.#blank]
    ;[this.#list, this.#current, this.#blank] = [list, shown, isBlank ? shown : undefined]
    try {
      located(shown, () => this.#session.load(shown.log, shown.pictures, shown.key))
    } catch (error) {
      ;[this.#list, this.#current, this.#blank] = before
      throw error
    }
    this.#steps = { undo: [], redo: [] }
    this.#session.sounds = sounds
    this.#saved = isSaved && !pages.some(({ isCut }) => isCut) ? this.#state : ''
    this.#clock.restart(shown.time)
    this.#changed()
  }

  // What a page has.

  #isShown(page) { return page === this.#current }

  /** The number of bytes of a page's log. */
  bytes(page) { return this.#isShown(page) ? this.#session.byteCount : page.bytes }

  /** The log of a page from a byte on. */
  text(page, start = 0) {
    if (this.#isShown(page)) return this.#session.log(start)
    return start === 0 ? page.log : decoder.decode(encoder.encode(page.log).subarray(start))
  }

  pictures(page) { return this.#isShown(page) ? this.#session.pictures : page.pictures }

  /** The finished picture of a page: {width, height, data}, with `scale` pixels per point or those of its header. */
  picture(page, scale) {
    if (this.#isShown(page) && !scale) return this.#session.drawing.picture()
    return this.#session.picture(this.text(page), this.pictures(page), scale)
  }

  /** The log of all pages. `backgrounds` has what it says for pictures under the ink, by their names. */
  log(backgrounds) {
    const pages = this.#list.map((page) => ({ own: page.own, log: this.text(page), pictures: this.pictures(page) }))
    return joined(pages, backgrounds)
  }

  /** The names of the font files that the log and its saved drawings name. */
  get fonts() { return [...fontsIn(this.log()), ...this.#list.flatMap((page) => fontsOf(this.pictures(page)))] }

  /** The sounds that the log names, by name. */
  get sounds() { return this.#session.sounds }

  /** The number of bytes of the logs, the pictures and the sounds, and that of elements on the page that is shown. */
  get summary() {
    const pictures = new Set(this.#list.flatMap((page) => [...outside(this.pictures(page)).values()]))
    const sizes = [
      ...this.#list.map((page) => this.bytes(page)), ...[...pictures].map(({ data }) => data.length),
      ...[...this.sounds.values()].map(({ byteCount }) => byteCount),
    ]
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), count: this.#session.drawing.elements.length }
  }

  // What the user has as a file.

  get #state() { return this.#list.map((page) => `${page.key}:${this.bytes(page)}`).join() }

  /** Whether nothing was drawn, no picture was opened, and there is one page. */
  get isEmpty() {
    return this.count === 1 && this.#session.isEmpty && (this.#isShown(this.#blank) || this.#session.pictures.size === 0)
  }
  get isUnsaved() {
    return !this.isEmpty && (this.#saved !== this.#state || [...this.sounds.values()].some((sound) => !sound.isFile))
  }

  noteSaved() {
    this.#saved = this.#state
    this.#changed()
  }

  // Changing pages.

  /** Notes what the page that is shown has. */
  #stow() {
    const { byteCount, pictures } = this.#session
    Object.assign(this.#current, { log: this.#session.log(), bytes: byteCount, pictures, time: this.#clock.now() })
  }

  /** Shows a page. */
  show(page) {
    if (this.#isShown(page)) return
    this.#stow()
    this.#load(page)
    this.#changed()
  }

  #load(page) {
    this.#current = page
    this.#session.load(page.log, page.pictures, page.key)
    this.#clock.restart(page.time)
  }

  get #moment() {
    return { list: [...this.#list], page: this.#current, undoCount: this.#session.drawing.undoCount }
  }

  #isAt(moment) { return moment?.page === this.#current && moment.undoCount === this.#session.drawing.undoCount }

  /** Changes pages as one step. */
  #step(change) {
    this.#stow()
    const before = this.#moment
    change()
    this.#steps.undo.push({ before, after: this.#moment })
    this.#steps.redo = []
    this.#changed()
  }

  /** Adds an empty page after the one that is shown, with its size and its paper, and shows it. */
  add() {
    const { header, pictures, size: { width, height } } = this.#session
    const page = this.#page({
      log: withHeader(JSON.stringify(header) + '\n', {
        size: [width, height], ...(pictures.has(header.background) && { background: '#ffffff' }),
      }),
    })
    this.#step(() => {
      this.#list.splice(this.index + 1, 0, page)
      this.#load(page)
    })
  }

  /** Removes the page that is shown, unless it is the only one. */
  remove() {
    if (this.count === 1) return
    this.#step(() => {
      const { index } = this
      this.#list.splice(index, 1)
      this.#load(this.#list[Math.min(index, this.count - 1)])
    })
  }

  /** Moves a page to another index. */
  move(page, index) {
    const from = this.#list.indexOf(page)
    if (index === from || index < 0 || index >= this.count) return
    this.#step(() => { this.#list.splice(index, 0, ...this.#list.splice(from, 1)) })
  }

  /** Gives the page that is shown another size, in points, and moves all that was drawn `by` a distance. */
  resize(size, by = [0, 0]) {
    const ids = by.some((side) => side !== 0) ? this.#session.drawing.elements : []
    const moves = this.#session.lines(ids.map((id) => ({ command: 'move', id, by })))
    this.changeHeader({ size }, (log) => [log + moves, this.#current.pictures])
  }

  /** Changes the header of the page that is shown, as one step. `change` gives its log and its pictures, from its log. */
  changeHeader(header, change) {
    this.#step(() => {
      const [before, index] = [this.#current, this.index]
      const [log, pictures] = change(before.log)
      const page = this.#page({ ...before, log: withHeader(log, header), pictures, numbers: [] })
      try {
        this.#load(page)
      } catch (error) {
        this.#current = before
        throw error
      }
      this.#list[index] = page
    })
  }

  #here(name) { return this.#steps[name].at(-1)?.[name === 'undo' ? 'after' : 'before'] }

  /** Whether what was done last here, or `redo` makes again, is a change of pages. */
  canGoBack(name) { return this.#isAt(this.#here(name)) && !this.#session.drawing.isTouched }

  /** Undoes or redoes a change of pages if it was the last one. Returns whether it was. */
  goBack(name) {
    if (!this.canGoBack(name)) return false
    const step = this.#steps[name].pop()
    this.#steps[name === 'undo' ? 'redo' : 'undo'].push(step)
    const { list, page } = name === 'undo' ? step.before : step.after
    this.#stow()
    this.#list = [...list]
    if (!this.#isShown(page)) this.#load(page)
    this.#changed()
    return true
  }
}
