// Keeps each drawing in the browser, so that nothing is lost if the page crashes or a file is not saved after all.

import { outside } from './page-logs.js'
import { Sound } from './sounds.js'
import { Storage } from './storage.js'

const NAME = 'doodle recorder'
/** The limits for earlier drawings. */
const MOST_BYTES = 100e6
const MOST_DRAWINGS = 200

/** The drawing that this tab had before it was reloaded. */
function remembered() {
  try {
    return sessionStorage.getItem(NAME)
  } catch {
    return null
  }
}

/** The drawing of this tab, and the earlier ones. */
export class Keeper {
  #storage = new Storage()
  #failed
  #isFailing = false
  /** The drawing of this tab; its row is written when something is drawn. */
  #own
  /** What the browser has of it: the number of parts, the bytes of each page by its key, the keys with the numbers of
   * pictures, and whether it is saved as a file. */
  #part = 0
  #keptBytes = new Map()
  #keys
  #isSaved
  /** Releases the lock of this tab's drawing. The browser releases it when the tab is closed. */
  #release = () => {}

  /** `failed` is called with the error when the browser can keep no more. */
  constructor(failed) { this.#failed = failed }

  /** Opens the storage. Rejects if the browser has none. */
  open() { return this.#storage.open() }

  /** Whether the browser keeps the drawing. */
  get isKeeping() { return this.#own !== undefined && !this.#isFailing }

  /** Keeps a new drawing. The one before it stays. */
  begin() {
    const number = crypto.getRandomValues(new Uint32Array(1))[0]
    this.#take({ id: `${Date.now()}-${number}`, started: Date.now() })
  }

  /** Continues to keep an earlier drawing, which has these pages now. */
  goOn({ id, started }, pages) {
    // Without locks, another tab may have it: then it is a copy.
    if (navigator.locks || id === remembered()) this.#take({ id, started })
    else this.begin()
    this.rewrite(pages)
  }

  #take(drawing) {
    if (!this.#storage.isOpen) return
    if (drawing.id !== this.#own?.id) {
      this.#release()
      this.#lock(drawing.id)
    }
    this.#own = drawing
    this.#isFailing = false
    this.#forget()
  }

  #forget() { [this.#part, this.#keptBytes, this.#keys, this.#isSaved] = [0, new Map(), undefined, undefined] }

  /** Replaces what was kept of the drawing by all of its pages. */
  rewrite(pages) {
    this.#forget()
    this.keep(pages)
  }

  /** Keeps what the browser does not have yet of the pages, and whether the user has them as a file. */
  keep(pages) {
    if (!this.isKeeping || pages.isEmpty) return
    for (const [path, sound] of pages.sounds) this.keepSound(path, sound, this.id)
    const isSaved = !pages.isUnsaved
    const keys = pages.list.map((page) => `${page.key}:${pages.pictures(page).size}`).join()
    const longer = pages.list.filter((page) => pages.bytes(page) !== this.#keptBytes.get(page.key))
    const isNews = isSaved !== this.#isSaved || keys !== this.#keys
    if (longer.length === 0 && !isNews) return
    const rows = { isWhole: this.#part === 0 }
    if (isNews) {
      const list = pages.list.map((page) => ({ key: page.key, own: page.own, pictures: outside(pages.pictures(page)) }))
      rows.drawing = { ...this.#own, pages: list, isSaved }
    }
    const { bytes, count } = pages.summary
    rows.parts = longer.map((page) => ({
      id: this.#own.id, part: this.#part++, page: page.key, text: pages.text(page, this.#keptBytes.get(page.key)), bytes,
      at: Date.now(), count,
    }))
    for (const page of longer) this.#keptBytes.set(page.key, pages.bytes(page))
    ;[this.#keys, this.#isSaved] = [keys, isSaved]
    this.#storage.write(rows).catch((error) => this.#fail(error))
  }

  /** The name of the drawing of this tab; undefined if the browser keeps none. */
  get id() { return this.isKeeping ? this.#own.id : undefined }

  /** Keeps the parts of a sound that the browser does not have yet, of a drawing of this tab. */
  keepSound(path, sound, id) {
    if (id === undefined) return
    if (sound.keptBy !== id) [sound.keptBy, sound.keptParts] = [id, 0]
    const { type, until } = sound
    while (sound.keptParts < sound.parts.length) {
      const bytes = sound.parts[sound.keptParts]
      const row = { id, part: [path, sound.keptParts++], bytes, type, until }
      this.#storage.write({ parts: [row] }).catch((error) => this.#fail(error))
    }
  }

  /** Reports a failure, once. */
  #fail(error) {
    if (this.#isFailing) return
    this.#isFailing = true
    this.#failed(error)
  }

  /** The drawing that this tab had before a reload, or one that no tab and no file has; null if there is none. */
  async lost() {
    const own = remembered()
    const others = (await this.earlier()).filter((row) => row.isFree)
    const row = others.find(({ id }) => id === own) ?? others.find(({ isSaved }) => !isSaved)
    return row ? { ...row, wasHere: row.id === own } : null
  }

  /** The pages of a drawing, each with its log and pictures, and the sounds; null if it was deleted meanwhile. */
  async read(id) {
    const rows = await this.#storage.read(id)
    if (!rows) return null
    const sounds = new Map()
    for (const { part: [path, number], bytes, type, until } of rows.sounds) {
      if (number === 0) sounds.set(path, new Sound(type, rows.drawing.isSaved === true))
      const sound = sounds.get(path)
      // Parts after one that could not be written are useless.
      if (sound?.parts.length !== number) continue
      sound.parts.push(bytes)
      ;[sound.until, sound.keptBy, sound.keptParts] = [until, id, number + 1]
    }
    // What was kept before there were pages is one, without a key.
    const { pages = [{ own: {}, pictures: rows.drawing.pictures }] } = rows.drawing
    const textOf = (key) => rows.parts.filter((part) => part.page === key).map((part) => part.text).join('')
    return { pages: pages.map(({ key, ...page }) => ({ ...page, log: textOf(key) })), sounds }
  }

  /** All drawings but that of this tab, the newest first. `isFree` is false for those that other tabs have. */
  async earlier() {
    if (!this.#storage.isOpen) return []
    const held = new Set((await navigator.locks?.query())?.held.map((lock) => lock.name))
    return (await this.#storage.list()).filter(({ id }) => id !== this.#own?.id)
      .map((row) => ({ ...row, isFree: !held.has(this.#lockName(row.id)) }))
  }

  /** Removes drawings. Returns their rows, which can be put back. */
  remove(ids) { return this.#storage.remove(ids) }
  putBack(removed) { return this.#storage.putBack(removed) }

  /** Removes the oldest drawings that no tab has, until the limits are met. Returns them. */
  async makeRoom() {
    const rows = await this.earlier()
    let bytes = 0
    const kept = rows.filter((row, index) => (bytes += row.bytes) <= MOST_BYTES && index < MOST_DRAWINGS)
    const removed = rows.slice(kept.length).filter((row) => row.isFree)
    if (removed.length > 0) await this.remove(removed.map(({ id }) => id))
    return removed
  }

  #lockName(id) { return `${NAME} ${id}` }

  #lock(id) {
    try {
      sessionStorage.setItem(NAME, id)
      navigator.locks.request(this.#lockName(id), () => new Promise((resolve) => { this.#release = resolve }))
        .catch(() => {})
    } catch {
      // Without locks, a second tab may show this drawing, too.
    }
  }
}
