// The drawings that the browser keeps. Each is a row, and a row for each part of its log.

const DATABASE = 'doodle recorder'

/** Resolves with the result of a request. */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Resolves when the data is stored. */
function kept(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser has stopped writing'))
    transaction.commit?.()
  })
}

// Numbers come before arrays, and an array in an array after all others.
const partsOf = (id) => IDBKeyRange.bound([id, 0], [id, Infinity])
const soundsOf = (id) => IDBKeyRange.bound([id, []], [id, [[]]])
const allOf = (id) => IDBKeyRange.bound([id, 0], [id, [[]]])

/**
 * The rows of a database. The row of a drawing has an `id`, the time when it was `started`, the `key`, the `own`
 * keys and the `pictures` of each of its `pages`, with its saved drawing, and whether it `isSaved` as a file. The row of a part has a `text`, which
 * continues the log of the `page` with that key, and the state at that time: the `bytes` of the log and its
 * pictures, the `count` of elements, and the time, `at`. Times are in milliseconds. The `part` of a sound is its path
 * and a number; its row has `bytes`, their `type`, and the time in the log up to which they go, `until`, in seconds.
 */
export class Storage {
  #database

  /** Rejects if the browser has none. */
  async open() {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('drawings', { keyPath: 'id' })
      request.result.createObjectStore('parts', { keyPath: ['id', 'part'] })
    }
    this.#database = await done(request)
  }

  get isOpen() { return this.#database !== undefined }

  #stores(mode) {
    const transaction = this.#database.transaction(['drawings', 'parts'], mode, { durability: 'relaxed' })
    return [transaction, transaction.objectStore('drawings'), transaction.objectStore('parts')]
  }

  /** Begins to write at once, all or nothing. Rejects if the browser cannot store it. */
  async write({ drawing, parts: added = [], isWhole = false }) {
    const [transaction, drawings, parts] = this.#stores('readwrite')
    if (isWhole) parts.delete(partsOf(drawing.id))
    if (drawing) drawings.put(drawing)
    for (const part of added) parts.put(part)
    await kept(transaction)
  }

  /** The drawings without their logs: `id`, `started`, `isSaved`, `bytes`, `count`, `at`, and `pages`, their number. The newest is the first. */
  async list() {
    const [, drawings, parts] = this.#stores('readonly')
    const rows = []
    const each = drawings.openCursor()
    await new Promise((resolve, reject) => {
      each.onerror = () => reject(each.error)
      each.onsuccess = () => {
        const cursor = each.result
        if (!cursor) return resolve()
        // Pictures are large, so only one row is in memory at a time.
        const { id, started, isSaved, pages } = cursor.value
        const last = parts.openCursor(partsOf(id), 'prev')
        last.onsuccess = () => {
          const { bytes = 0, count, at = started } = last.result?.value ?? {}
          if (last.result) rows.push({ id, started, isSaved, bytes, count, at, pages: pages?.length ?? 1 })
          cursor.continue()
        }
      }
    })
    return rows.sort((one, other) => other.at - one.at)
  }

  /** The rows of a drawing: `drawing`, and `parts` and those of `sounds` in order; null if there is none. */
  async read(id) {
    const [, drawings, parts] = this.#stores('readonly')
    const [drawing, rows, sounds] = await Promise.all([
      done(drawings.get(id)), done(parts.getAll(partsOf(id))), done(parts.getAll(soundsOf(id))),
    ])
    // Parts after one that could not be written are useless.
    const hole = rows.findIndex((row, index) => row.part !== index)
    return drawing ? { drawing, parts: hole < 0 ? rows : rows.slice(0, hole), sounds } : null
  }

  /** Removes drawings. Returns their rows, for `putBack`. */
  async remove(ids) {
    const removed = []
    for (const id of ids) removed.push(await this.read(id))
    const [transaction, drawings, parts] = this.#stores('readwrite')
    for (const id of ids) {
      drawings.delete(id)
      parts.delete(allOf(id))
    }
    await kept(transaction)
    return removed.filter((rows) => rows !== null)
  }

  async putBack(removed) {
    const [transaction, drawings, parts] = this.#stores('readwrite')
    for (const rows of removed) {
      drawings.put(rows.drawing)
      for (const part of [...rows.parts, ...rows.sounds]) parts.put(part)
    }
    await kept(transaction)
  }
}
