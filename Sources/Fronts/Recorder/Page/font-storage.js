// The font files that the browser keeps, beside the drawings: each is a row with its `name`, its `bytes`, and whether the
// user has it as a file of that name, `isFile`.

const FONTS = 'doodle recorder fonts'

/** Resolves with the result of a request. */
function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** A database of its own: one of drawings with another version would wait for tabs that have the earlier one open. */
export class FontStorage {
  #database

  async #change(mode, change) {
    if (!this.#database) {
      const request = indexedDB.open(FONTS, 1)
      request.onupgradeneeded = () => request.result.createObjectStore('fonts', { keyPath: 'name' })
      this.#database = await settled(request)
    }
    const transaction = this.#database.transaction(['fonts'], mode)
    const result = settled(change(transaction.objectStore('fonts')))
    if (mode === 'readonly') return result
    return new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser has stopped writing'))
      result.catch(reject)
    })
  }

  // These reject if the browser keeps nothing, or has no room.

  read() { return this.#change('readonly', (fonts) => fonts.getAll()) }
  put({ name, bytes, isFile }) { return this.#change('readwrite', (fonts) => fonts.put({ name, bytes, isFile })) }
  remove(name) { return this.#change('readwrite', (fonts) => fonts.delete(name)) }
}
