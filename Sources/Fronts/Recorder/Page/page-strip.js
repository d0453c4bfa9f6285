// The strip of pages: a small picture of each, and what adds, moves and deletes them.

import { button, find, make } from './controls.js'

/** The height of the small pictures, and the most of their width, in CSS pixels. */
const HEIGHT = 56
const WIDEST = 100
/** How long the user must rest before the page that is shown has another picture, in milliseconds. */
const REST = 400
/** How far a pointer moves before it drags a page, in CSS pixels. */
const TAP = 6

/** Shows the pages of a recorder. */
export class PageStrip {
  #recorder
  /** For each page, the canvas and the number of bytes of the log that it shows, by the page's key. */
  #drawn = new Map()
  #hasSeveral = false
  #timer
  #drag

  constructor(recorder) {
    this.#recorder = recorder
    const move = (step) => recorder.turning.turn((pages) => pages.move(pages.current, pages.index + step))
    find('pages').append(
      make('ol', { id: 'page-list' }),
      button('earlier-page', 'Move the page earlier', '', () => move(-1)),
      button('later-page', 'Move the page later', '', () => move(1)),
      button('delete-page', 'Delete the page', '', () => recorder.turning.remove()),
      button('add-page', 'Add a page', '', () => recorder.turning.add()))
    addEventListener('pointermove', (event) => this.#move(event))
    addEventListener('pointerup', (event) => this.#drop(event))
  }

  get isOpen() { return !find('pages').hidden }

  toggle(isOpen = !this.isOpen) {
    if (isOpen === this.isOpen) return
    find('pages').hidden = !isOpen
    find('page-strip').setAttribute('aria-expanded', String(isOpen))
    this.#recorder.surface.fit()
    this.show()
  }

  /** Shows the pages as they are now. The strip opens by itself when there is a second one. */
  show() {
    const { pages } = this.#recorder
    const hadSeveral = this.#hasSeveral
    this.#hasSeveral = pages.count > 1
    if (this.#hasSeveral && !hadSeveral && !this.isOpen) return this.toggle(true)
    if (!this.isOpen) return
    const list = find('page-list')
    const hadFocus = list.contains(document.activeElement)
    for (const key of this.#drawn.keys()) {
      if (!pages.list.some((page) => page.key === key)) this.#drawn.delete(key)
    }
    list.replaceChildren(...pages.list.map((page, index) => this.#item(page, index)))
    const { index, count } = pages
    if (hadFocus) list.children[index].firstChild.focus({ preventScroll: true })
    this.#scroll()
    find('earlier-page').disabled = index === 0
    find('later-page').disabled = index === count - 1
    find('delete-page').disabled = count === 1
    this.drawSoon(0)
  }

  /** Shows the page that is shown also in the strip. */
  #scroll() {
    if (!this.isOpen) return
    const list = find('page-list')
    const { offsetLeft, offsetWidth } = list.children[this.#recorder.pages.index]
    list.scrollLeft = Math.min(offsetLeft, Math.max(list.scrollLeft, offsetLeft + offsetWidth - list.clientWidth))
  }

  #item(page, index) {
    const { pages } = this.#recorder
    const empty = () => ({ canvas: make('canvas', { width: HEIGHT, height: HEIGHT, 'aria-hidden': 'true' }) })
    if (!this.#drawn.has(page.key)) this.#drawn.set(page.key, empty())
    const { canvas } = this.#drawn.get(page.key)
    const name = `Page ${index + 1} of ${pages.count}`
    const number = make('span', {}, `${index + 1}`)
    const element = make('button', { type: 'button', title: name, 'aria-label': name }, canvas, number)
    if (page === pages.current) element.setAttribute('aria-current', 'page')
    element.onclick = () => this.#recorder.turning.turn(() => pages.show(page))
    // A finger scrolls.
    element.onpointerdown = ({ pointerType, button: pressed, clientX }) => {
      if (pointerType !== 'touch' && pressed === 0) this.#drag = { page, start: clientX, index }
    }
    return make('li', {}, element)
  }

  // Dragging a page to another place.

  #move({ clientX }) {
    const drag = this.#drag
    if (!drag || (!drag.isFar && Math.abs(clientX - drag.start) < TAP)) return
    drag.isFar = true
    const items = [...find('page-list').children]
    const middles = items.map((item) => item.getBoundingClientRect()).map(({ left, width }) => left + width / 2)
    const before = middles.filter((middle) => middle < clientX).length
    drag.to = before > drag.index ? before - 1 : before
    for (const [index, item] of items.entries()) {
      const side = index > drag.index ? 'after' : 'before'
      item.className = index === drag.to && index !== drag.index ? side : ''
    }
  }

  #drop() {
    const drag = this.#drag
    this.#drag = undefined
    if (!drag?.isFar) return
    this.#recorder.turning.turn((pages) => pages.move(drag.page, drag.to))
    this.show()
  }

  // The small pictures.

  /** Draws the pictures that are not those of their pages when the user has rested. */
  drawSoon(delay = REST) {
    clearTimeout(this.#timer)
    if (this.isOpen) this.#timer = setTimeout(() => this.#drawNext(), delay)
  }

  /** Draws all of them anew. */
  renew() {
    for (const row of this.#drawn.values()) row.bytes = undefined
    this.drawSoon(0)
  }

  /** Draws that of the page that is shown, which is on the screen: later it would take longer. */
  drawShown() {
    const { pages, surface } = this.#recorder
    if (!this.isOpen || surface.view.isZoomed) return
    surface.draw()
    this.#draw(pages.current)
  }

  #drawNext() {
    const { pages, hand, replay, surface } = this.#recorder
    if (hand.isDown) return this.drawSoon()
    const canDraw = (page) => page !== pages.current || !(replay.isOpen || surface.view.isZoomed)
    const next = pages.list.find((page) => canDraw(page) && this.#drawn.get(page.key)?.bytes !== pages.bytes(page))
    if (!next) return
    this.#draw(next)
    this.drawSoon(0)
  }

  #draw(page) {
    const { pages } = this.#recorder
    const row = this.#drawn.get(page.key)
    if (!row) return
    row.bytes = pages.bytes(page)
    const { canvas } = row
    const show = (picture, { width, height }) => {
      const factor = Math.min(HEIGHT / height, WIDEST / width) * devicePixelRatio
      ;[canvas.width, canvas.height] = [width, height].map((side) => Math.max(1, Math.round(side * factor)))
      const context = canvas.getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, 0, 0, canvas.width, canvas.height)
      // It is as wide as the page.
      this.#scroll()
    }
    if (page === pages.current) return show(find('canvas'), find('canvas'))
    try {
      const { width, height, data } = pages.picture(page, 0.25 * devicePixelRatio)
      const whole = make('canvas', { width, height })
      whole.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0)
      show(whole, whole)
    } catch {
      // Where the engine does not run, a page has no picture.
    }
  }
}
