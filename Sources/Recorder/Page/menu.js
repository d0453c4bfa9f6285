// The menu of commands that are seldom needed.

import { find, make } from './controls.js'

/** A menu that a button opens and closes. */
export class Menu {
  #opener

  /** Each of `items` is a label, a key, a function, which gets the item, and its role if it is not the usual one. */
  constructor(opener, items) {
    this.#opener = opener
    opener.setAttribute('aria-haspopup', 'menu')
    opener.onclick = () => this.toggle()
    for (const [label, key, action, role = 'menuitem'] of items) {
      const item = make('button', { type: 'button', role }, label)
      if (role === 'menuitemcheckbox') item.setAttribute('aria-checked', 'false')
      if (key) item.append(make('kbd', {}, key))
      item.onclick = () => {
        this.toggle(false)
        action(item)
      }
      find('menu').append(item)
    }
    document.addEventListener('pointerdown', (event) => {
      if (this.isOpen && !event.target.closest(`#menu, #${opener.id}`)) this.toggle(false)
    })
  }

  get isOpen() { return !find('menu').hidden }

  toggle(isOpen = !this.isOpen) {
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
