// The menu of what is seldom needed.

import { find, make } from './controls.js'

/** Opens and closes at a button. */
export class Menu {
  #opener

  /** `items` are a label, a key, and what to do. */
  constructor(opener, items) {
    this.#opener = opener
    opener.setAttribute('aria-haspopup', 'menu')
    opener.onclick = () => this.toggle()
    for (const [label, key, action] of items) {
      const item = make('button', { type: 'button', role: 'menuitem' }, label)
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
    find('menu').hidden = !isOpen
    this.#opener.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) find('menu').firstChild.focus()
  }

  /** Closes the menu, and goes back to its button. */
  close() {
    this.toggle(false)
    this.#opener.focus()
  }

  /** Goes `step` items down. */
  move(step) {
    const items = [...find('menu').children]
    const index = items.indexOf(document.activeElement)
    items[(index + step + items.length) % items.length].focus()
  }
}
