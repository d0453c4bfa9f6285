// The list of earlier drawings, which the browser keeps.

import { button, find, make } from './controls.js'

/** The name of a drawing: the local date and time of its start. */
export const dateOf = ({ started }) => new Date(started).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })

/** A dialog that opens and deletes drawings. */
export class EarlierDrawings {
  #keeper
  #open
  /** The drawings that were deleted last. */
  #removed = []

  /** `open` is called with the drawing that the user chooses. */
  constructor(keeper, open) {
    this.#keeper = keeper
    this.#open = open
    const text = (label, action) => make('button', { type: 'button', onclick: action }, label)
    find('earlier').append(
      make('h2', { id: 'earlier-title' }, 'Earlier drawings'),
      make('p', {}, 'This browser keeps what you draw until you delete it, up to 200 drawings and 100 MB.'),
      make('ul', { id: 'earlier-list' }),
      make('p', { id: 'earlier-status', role: 'status' }),
      make('div', {},
        Object.assign(text('Undo', () => this.#undo()), { id: 'earlier-undo', hidden: true }),
        Object.assign(text('Delete all', () => this.#delete(this.#rows)), { id: 'earlier-clear' }),
        Object.assign(text('Close', () => find('earlier').close()), { id: 'earlier-close', className: 'main' })))
  }

  /** The drawings that are shown. */
  #rows = []

  async show() {
    await this.#refresh('')
    find('earlier').showModal()
  }

  async #refresh(status) {
    this.#rows = await this.#keeper.earlier()
    find('earlier-list').replaceChildren(...this.#rows.map((row) => this.#item(row)))
    find('earlier-status').textContent = status || (this.#rows.length === 0 ? 'There is none yet.' : '')
    find('earlier-clear').disabled = !this.#rows.some((row) => row.isFree)
    find('earlier-undo').hidden = this.#removed.length === 0
  }

  #item(row) {
    const { count, pages, isSaved, isFree } = row
    const facts = [
      pages > 1 ? `${pages} pages` : count ? `${count} ${count === 1 ? 'element' : 'elements'}` : '', isSaved ? 'saved as a file' : '',
      isFree ? '' : 'open in another tab',
    ]
    const open = make('button', { type: 'button', disabled: !isFree }, make('span', {}, dateOf(row)))
    open.append(make('small', {}, facts.filter(Boolean).join(', ')))
    open.onclick = () => {
      find('earlier').close()
      this.#open(row)
    }
    const remove = button('clear', `Delete the drawing of ${dateOf(row)}`, '', () => this.#delete([row]))
    remove.removeAttribute('id')
    remove.disabled = !isFree
    return make('li', {}, open, remove)
  }

  async #delete(rows) {
    const free = rows.filter((row) => row.isFree)
    const index = this.#rows.indexOf(free[0])
    await this.#attempt(async () => {
      this.#removed = await this.#keeper.remove(free.map(({ id }) => id))
      await this.#refresh(
        free.length === 1 ? `The drawing of ${dateOf(free[0])} is deleted.` : `${free.length} drawings are deleted.`)
    })
    // The button that had the focus has been removed.
    const next = [...find('earlier-list').querySelectorAll('li button:last-child:not(:disabled)')]
    ;(next[Math.min(index, next.length - 1)] ?? find('earlier-undo')).focus()
  }

  async #undo() {
    await this.#attempt(async () => {
      await this.#keeper.putBack(this.#removed)
      const count = this.#removed.length
      this.#removed = []
      await this.#refresh(count === 1 ? 'The drawing is here again.' : `${count} drawings are here again.`)
    })
    find('earlier-close').focus()
  }

  async #attempt(body) {
    try {
      await body()
    } catch (error) {
      find('earlier-status').textContent = `The browser cannot change what it keeps: ${error.message}`
    }
  }
}
