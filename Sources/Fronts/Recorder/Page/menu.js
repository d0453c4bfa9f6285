// The menu of commands that are seldom needed.

import { find, make } from './controls.js'

/** A menu that a button opens and closes. */
export class Menu {
  #opener
  /** The functions that tell whether an item is checked, by the item. */
  #checks = new Map()

  /** Each of `items` is a label, a key, a function, and for a switch another one, which tells whether it is on. */
  constructor(opener, items) {
    this.#opener = opener
    opener.setAttribute('aria-haspopup', 'menu')
    opener.onclick = () => this.toggle()
    for (const [label, key, action, isChecked] of items) {
      const item = make('button', { type: 'button', role: isChecked ? 'menuitemcheckbox' : 'menuitem' }, label)
      if (isChecked) this.#checks.set(item, isChecked)
      if (key) item.append(make('kbd', {}, key))
      item.onclick = () => {
        this.toggle(false)
        action()
      }
      find('menu').append(item)
    }
    document.addEventListener('pointerdown', (event) => {
      if (this.isOpen && !event.target.closest(`#menu, #${opener.id}`)) this.toggle(false)
    })
  }

  get isOpen() { return !find('menu').hidden }

  toggle(isOpen = !this.isOpen) {
    for (const [item, isChecked] of this.#checks) item.setAttribute('aria-checked', String(isChecked()))
    find('menu').hidden = !isOpen
    this.#opener.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) find('menu').firstChild.focus()
  }

  /** Closes the menu and focuses its button. */
  close() {
    this.toggle(false)
    this.#opener.focus()
  }

  /** Moves the focus `step` items down. */
  move(step) {
    const items = [...find('menu').children]
    const index = items.indexOf(document.activeElement)
    items[(index + step + items.length) % items.length].focus()
  }
}
