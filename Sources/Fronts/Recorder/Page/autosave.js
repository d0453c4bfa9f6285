// Keeps each drawing in the browser, so that nothing is lost if the page crashes or a file is not saved after all.

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
  /** What the browser has of it: the number of parts, the bytes, and whether it is saved as a file. */
  #part = 0
  #keptBytes = 0
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

  /** Continues to keep an earlier drawing, which the session now has. */
  goOn({ id, started }, session) {
    // Without locks, another tab may have it: then it is a copy.
    if (navigator.locks || id === remembered()) this.#take({ id, started })
    else this.begin()
    this.rewrite(session)
  }

  #take(drawing) {
    if (!this.#storage.isOpen) return
    if (drawing.id !== this.#own?.id) {
      this.#release()
      this.#lock(drawing.id)
    }
    this.#own = drawing
    ;[this.#part, this.#keptBytes, this.#isFailing, this.#isSaved] = [0, 0, false, undefined]
  }

  /** Replaces what was kept of the drawing by the whole drawing of the session. */
  rewrite(session) {
    this.#keptBytes = this.#part = 0
    this.#isSaved = undefined
    this.keep(session)
  }

  /** Keeps the part of the session that the browser does not have yet, and whether the user has it as a file. */
  keep(session) {
    if (!this.isKeeping || session.isEmpty) return
    for (const [path, sound] of session.sounds) this.keepSound(path, sound, this.id)
    const isSaved = !session.isUnsaved
    const isLonger = session.byteCount !== this.#keptBytes
    const isNews = isSaved !== this.#isSaved
    if (!isLonger && !isNews) return
    const { pictures, sounds } = session
    const rows = { isWhole: this.#part === 0 }
    if (isNews) rows.drawing = { ...this.#own, pictures, isSaved }
    if (isLonger) {
      const sizes = [...pictures.values()].map(({ data }) => data.length)
      sizes.push(...[...sounds.values()].map((sound) => sound.byteCount))
      const bytes = sizes.reduce((sum, size) => sum + size, session.byteCount)
      rows.part = {
        id: this.#own.id, part: this.#part++, text: session.log(this.#keptBytes), bytes, at: Date.now(),
        count: session.drawing.elements.length,
      }
    }
    ;[this.#keptBytes, this.#isSaved] = [session.byteCount, isSaved]
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
      this.#storage.write({ part: row }).catch((error) => this.#fail(error))
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

  /** The log, the pictures and the sounds of a drawing; null if it was deleted meanwhile. */
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
    return { log: rows.parts.map((part) => part.text).join(''), pictures: rows.drawing.pictures, sounds }
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
