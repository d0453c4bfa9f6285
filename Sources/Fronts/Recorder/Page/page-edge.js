// The border of the page: drags of its handles, and keys, make the page larger or smaller.

import { find, make } from './controls.js'

/** The shortest and the longest side of a page that is made so, in points. */
const SIDES = [16, 16_000]
/** The handles: for each axis whether it moves the border at the end, 1, or at the beginning, -1, or not. */
const HANDLES = [[1, 0], [0, 1], [1, 1], [-1, 0], [0, -1], [-1, -1]]
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
/** How far an arrow key moves the border with Shift, in points. */
const FAR = 10
/** How much of a handle the window must show, in CSS pixels. */
const SHOWN = 16
/** How much smaller a page is shown whose handles the window hides. */
const LESS = 0.9

/** Shows the border of a recorder's page. Its handles lie beside the page, where the window has room for them. */
export class PageEdge {
  #recorder
  #element
  #label = make('output')
  /** What is dragged: the `ends` of a handle, how far `by`, and from where the `pointer` has come; keys have none. */
  #drag

  constructor(recorder) {
    this.#recorder = recorder
    const handles = HANDLES.map((ends) => {
      const element = make('i', {
        title: 'Drag to make the page larger', 'aria-hidden': 'true',
        onpointerdown: (event) => this.#down(event, ends), onpointermove: (event) => this.#move(event),
        onpointerup: (event) => this.#up(event), onpointercancel: () => this.cancel(),
      })
      element.dataset.ends = ends.join()
      return element
    })
    this.#element = make('div', { id: 'edge' }, ...handles, this.#label)
    // One handle is that of the keys.
    const [first] = handles
    first.removeAttribute('aria-hidden')
    Object.assign(first, {
      tabIndex: 0, onfocus: () => this.#showHandle(first), onblur: () => this.#finish(),
      onkeydown: (event) => this.#press(event), onkeyup: (event) => { if (event.key in ARROWS) this.#finish() },
    })
    first.setAttribute('role', 'application')
    first.setAttribute('aria-label', 'Border of the page: arrow keys move its right and lower sides, with Alt the others')
    find('canvas').after(this.#element)
  }

  /** Lays the border around the page. `isVeiled`: what lies beyond it is seen, too, through a veil. */
  show(isVeiled) {
    const { session, surface, replay } = this.#recorder
    const { header, pictures } = session
    // A picture under the ink would be stretched.
    this.#element.classList.toggle('fixed', replay.isOpen || pictures.has(header.background))
    this.#element.classList.toggle('veil', isVeiled)
    if (!this.#drag) this.#lay({ x: 0, y: 0, ...surface.size })
  }

  #lay(page) {
    const box = this.#recorder.surface.box(page)
    for (const side of ['left', 'top', 'width', 'height']) this.#element.style[side] = `${box[side]}px`
  }

  /** The page that a drag makes, in points of that of before. */
  get #next() {
    const { ends, by } = this.#drag
    const { width, height } = this.#recorder.surface.size
    const sides = [width, height].map((side, axis) => {
      const dragged = ends[axis] === 0 ? side : Math.round(side + ends[axis] * by[axis])
      return by[axis] === 0 ? side : Math.max(SIDES[0], Math.min(SIDES[1], dragged))
    })
    const [x, y] = [width, height].map((side, axis) => (ends[axis] < 0 ? side - sides[axis] : 0))
    return { x, y, width: sides[0], height: sides[1] }
  }

  #showNext() {
    const next = this.#next
    this.#lay(next)
    this.#element.classList.add('dragged')
    this.#label.value = `${Math.round(next.width)} × ${Math.round(next.height)}`
  }

  // The pointer.

  #down(event, ends) {
    if (this.#drag || event.button > 0) return
    event.preventDefault()
    event.target.setPointerCapture(event.pointerId)
    this.#drag = { ends, by: [0, 0], pointer: event.pointerId, from: this.#recorder.surface.position(event) }
  }

  #move(event) {
    const drag = this.#drag
    if (event.pointerId !== drag?.pointer) return
    drag.by = this.#recorder.surface.position(event).map((side, axis) => side - drag.from[axis])
    this.#showNext()
  }

  #up(event) { if (event.pointerId === this.#drag?.pointer) this.#finish() }

  // The keyboard.

  /** Shows the page smaller if the window hides the handle on its right side, which gets the focus. */
  #showHandle(handle) {
    const frame = find('frame')
    // The browser has scrolled to it.
    frame.scrollTo(0, 0)
    const [own, room] = [handle.getBoundingClientRect(), frame.getBoundingClientRect()]
    const isSeen = own.left >= room.left && own.left + SHOWN <= room.right && own.top >= room.top && own.bottom <= room.bottom
    if (isSeen) return
    this.#recorder.surface.look((view) => {
      view.fit()
      view.zoomTo(view.zoom * LESS)
    })
  }

  #press(event) {
    const step = ARROWS[event.key]
    if (!step || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const ends = event.altKey ? [-1, -1] : [1, 1]
    if (this.#drag && String(this.#drag.ends) !== String(ends)) this.#finish()
    this.#drag ??= { ends, by: [0, 0] }
    this.#drag.by = this.#drag.by.map((side, axis) => side + step[axis] * (event.shiftKey ? FAR : 1))
    this.#showNext()
  }

  /** Gives the page the size that is shown. */
  #finish() {
    if (!this.#drag) return
    const { x, y, width, height } = this.#next
    this.cancel()
    const { turning, surface } = this.#recorder
    const { zoom, origin } = surface.view
    if (width === surface.size.width && height === surface.size.height) return
    turning.turn((pages) => pages.resize([width, height], [x, y].map((side) => 0 - side)))
    // What was drawn stays where it is.
    surface.look((view) => view.put(zoom, [origin[0] + x * zoom, origin[1] + y * zoom]))
  }

  /** Ends a drag without a change. Returns whether there was one. */
  cancel() {
    if (!this.#drag) return false
    this.#drag = undefined
    this.#element.classList.remove('dragged')
    this.#lay({ x: 0, y: 0, ...this.#recorder.surface.size })
    return true
  }
}
