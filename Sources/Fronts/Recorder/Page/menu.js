// Menus that a button opens: of commands that are seldom needed, and of the shapes.

import { find, make } from './controls.js'

/** The menus; at most one is open. */
const menus = []

/** A menu that a button, or a place of the window, opens. */
export class Menu {
  #opener
  #element
  /** The functions that tell whether an item is checked, and whether it is shown, by the item. */
  #checks = new Map()
  #conditions = new Map()

  /** Each of `groups` has a title, which may be empty, and items: a label, a key, a function, for a switch another
   * one, which tells whether it is on, and one that tells whether the item is shown. */
  constructor(element, opener, groups) {
    ;[this.#element, this.#opener] = [element, opener]
    menus.push(this)
    if (opener) {
      opener.setAttribute('aria-haspopup', 'menu')
      opener.onclick = () => this.toggle()
    }
    const all = make('div', { role: 'none' })
    element.append(all)
    for (const [title, ...items] of groups) {
      const group = make('div', title ? { role: 'group', 'aria-label': title } : { role: 'none' })
      // A menu has no headings: the group has its name.
      if (title) group.append(make('h2', { 'aria-hidden': 'true' }, title))
      group.append(...items.map((item) => this.#item(...item)))
      all.append(group)
    }
    document.addEventListener('pointerdown', ({ target }) => {
      if (this.isOpen && !element.contains(target) && !opener?.contains(target)) this.toggle(false)
    })
  }

  /** The open menu; undefined if there is none. */
  static get open() { return menus.find((menu) => menu.isOpen) }

  #item(label, key, action, isChecked, isThere) {
    const item = make('button', { type: 'button', role: isChecked ? 'menuitemcheckbox' : 'menuitem' }, label)
    if (isChecked) this.#checks.set(item, isChecked)
    if (isThere) this.#conditions.set(item, isThere)
    if (key) item.append(make('kbd', {}, key))
    item.onclick = () => {
      this.toggle(false)
      action()
    }
    return item
  }

  get isOpen() { return !this.#element.hidden }
  get #items() { return [...this.#element.querySelectorAll('button:not([hidden])')] }

  toggle(isOpen = !this.isOpen) {
    for (const [item, isChecked] of this.#checks) item.setAttribute('aria-checked', String(isChecked()))
    for (const [item, isThere] of this.#conditions) item.hidden = !isThere()
    this.#element.hidden = !isOpen
    this.#opener?.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) this.#items[0].focus()
  }

  /** Opens at a place of the window, as far from its edges as the menu is large. */
  openAt(x, y) {
    this.toggle(true)
    const { offsetWidth, offsetHeight, style } = this.#element
    style.left = `${Math.max(4, Math.min(x, innerWidth - offsetWidth - 4))}px`
    style.top = `${Math.max(4, Math.min(y, innerHeight - offsetHeight - 4))}px`
  }

  /** Closes the menu and focuses its button. */
  close() {
    this.toggle(false)
    ;(this.#opener ?? find('canvas')).focus()
  }

  /** Moves the focus `step` items down. */
  move(step) {
    const items = this.#items
    const index = items.indexOf(document.activeElement)
    items[(index + step + items.length) % items.length].focus()
  }
}
