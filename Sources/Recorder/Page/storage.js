// Keeps the log in the browser while one draws, so that nothing is lost if the page dies.

const DATABASE = 'doodle recorder'

/** Resolves with the result of a request. */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** The drawing that this tab had before it was loaded again. */
function remembered() {
  try {
    return sessionStorage.getItem(DATABASE)
  } catch {
    return null
  }
}

/** The drawings that the browser keeps. Each is a row, and a row for each part of its log. */
export class Keeper {
  #database
  #id
  #part = 0
  #keptBytes = 0
  #failed
  #isFailing = false
  /** Whether the row says that the user has the drawing as a file. */
  #isSaved = true

  /** `failed` is called with the error when the browser can keep no more. */
  constructor(failed) { this.#failed = failed }

  /** Opens the storage. Rejects if the browser has none. */
  async open() {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('drawings', { keyPath: 'id' })
      request.result.createObjectStore('parts', { keyPath: ['id', 'part'] })
    }
    this.#database = await done(request)
  }

  /** Whether the browser keeps the drawing. */
  get isKeeping() { return this.#id !== undefined && !this.#isFailing }

  /** Keeps a drawing from its beginning; pictures are {width, height, data} by name. */
  begin(pictures) {
    if (!this.#database) return
    this.#discardOwn()
    this.#id = `${Date.now()}-${crypto.getRandomValues(new Uint32Array(1))[0]}`
    ;[this.#part, this.#keptBytes, this.#isFailing, this.#isSaved] = [0, 0, false, true]
    this.#write((drawings) => drawings.put({ id: this.#id, started: Date.now(), pictures, isSaved: true }))
    this.#own(this.#id)
  }

  /** Keeps what the session has and the browser has not, and whether the user has it as a file. */
  keep(session) {
    if (!this.isKeeping) return
    const isSaved = !session.isUnsaved
    const isLonger = session.byteCount !== this.#keptBytes
    if (!isLonger && isSaved === this.#isSaved) return
    const part = isLonger ? { id: this.#id, part: this.#part++, text: session.log(this.#keptBytes) } : null
    const drawing = { id: this.#id, started: Date.now(), pictures: session.pictures, isSaved }
    const isNews = isSaved !== this.#isSaved
    ;[this.#keptBytes, this.#isSaved] = [session.byteCount, isSaved]
    this.#write((drawings, parts) => {
      if (part) parts.put(part)
      if (isNews) drawings.put(drawing)
    })
  }

  /** Writes at once; what fails is told once. */
  #write(body) {
    try {
      const transaction = this.#database.transaction(['drawings', 'parts'], 'readwrite', { durability: 'relaxed' })
      body(transaction.objectStore('drawings'), transaction.objectStore('parts'))
      transaction.onabort = () => this.#fail(transaction.error)
      transaction.commit?.()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error) {
    if (this.#isFailing) return
    this.#isFailing = true
    this.#failed(error)
  }

  /** The drawing that this tab had before it was loaded again, or one that no tab has any more; null if there is none. */
  async lost() {
    if (!this.#database) return null
    const own = remembered()
    const store = this.#database.transaction('drawings').objectStore('drawings')
    const drawings = (await done(store.getAll()))
      .sort((one, other) => (other.id === own) - (one.id === own) || other.started - one.started)
    for (const drawing of drawings) {
      if (!(await this.#isFree(drawing.id))) continue
      const log = drawing.isSaved ? '' : await this.#log(drawing.id)
      if (log.split('\n').length > 2) return { ...drawing, log, wasHere: drawing.id === own }
      // Without locks, another tab may have it.
      if (navigator.locks) this.discard(drawing.id)
    }
    return null
  }

  async #log(id) {
    const parts = this.#database.transaction('parts').objectStore('parts')
    const rows = await done(parts.getAll(IDBKeyRange.bound([id, 0], [id, Infinity])))
    // What follows a part that could not be written has no meaning.
    const hole = rows.findIndex((row, index) => row.part !== index)
    return (hole < 0 ? rows : rows.slice(0, hole)).map((row) => row.text).join('')
  }

  discard(id) {
    this.#write((drawings, parts) => {
      drawings.delete(id)
      parts.delete(IDBKeyRange.bound([id, 0], [id, Infinity]))
    })
  }

  #discardOwn() {
    if (!this.#id) return
    this.discard(this.#id)
    this.#release?.()
  }

  // A tab holds a lock of the drawing that it has, which the browser takes back when the tab dies.
  #release

  #own(id) {
    try {
      sessionStorage.setItem(DATABASE, id)
      navigator.locks.request(`${DATABASE} ${id}`, () => new Promise((resolve) => { this.#release = resolve }))
        .catch(() => {})
    } catch {
      // Without locks, a second tab may offer this drawing, too.
    }
  }

  async #isFree(id) {
    try {
      return await navigator.locks.request(`${DATABASE} ${id}`, { ifAvailable: true }, (lock) => lock !== null)
    } catch {
      return true
    }
  }
}
