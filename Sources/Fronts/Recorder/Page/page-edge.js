// The border of the page: drags of its handles make the page larger or smaller.

import { find, make } from './controls.js'

/** The shortest and the longest side of a page that a drag makes, in points. */
const SIDES = [16, 16_000]

/** Shows the border of a recorder's page. Its handles lie beside the page, where the window has room for them. */
export class PageEdge {
  #recorder
  #element
  #label = make('output')
  #drag

  constructor(recorder) {
    this.#recorder = recorder
    const handle = (axes) => {
      const element = make('i', {
        title: 'Drag to make the page larger',
        onpointerdown: (event) => this.#down(event, axes), onpointermove: (event) => this.#move(event),
        onpointerup: (event) => this.#up(event), onpointercancel: () => this.cancel(),
      })
      element.dataset.axes = axes
      return element
    }
    this.#element = make('div', { id: 'edge', 'aria-hidden': 'true' }, ...['0', '1', '01'].map(handle), this.#label)
    find('canvas').after(this.#element)
  }

  /** Lays the border around the page. `isVeiled`: what lies beyond it is seen, too, through a veil. */
  show(isVeiled) {
    const { session, surface, replay } = this.#recorder
    const { header, pictures } = session
    // A picture under the ink would be stretched.
    this.#element.classList.toggle('fixed', replay.isOpen || pictures.has(header.background))
    this.#element.classList.toggle('veil', isVeiled)
    if (!this.#drag) this.#lay(surface.size)
  }

  #lay({ width, height }) {
    const box = this.#recorder.surface.box({ x: 0, y: 0, width, height })
    for (const side of ['left', 'top', 'width', 'height']) this.#element.style[side] = `${box[side]}px`
  }

  #down(event, axes) {
    if (this.#drag || event.button > 0) return
    event.preventDefault()
    event.target.setPointerCapture(event.pointerId)
    const { surface } = this.#recorder
    this.#drag = { pointer: event.pointerId, axes, from: surface.position(event), size: surface.size, next: surface.size }
  }

  #move(event) {
    const drag = this.#drag
    if (event.pointerId !== drag?.pointer) return
    const point = this.#recorder.surface.position(event)
    const side = (axis, length) => {
      const dragged = Math.round(length + point[axis] - drag.from[axis])
      return drag.axes.includes(String(axis)) ? Math.max(SIDES[0], Math.min(SIDES[1], dragged)) : length
    }
    drag.next = { width: side(0, drag.size.width), height: side(1, drag.size.height) }
    this.#lay(drag.next)
    this.#element.classList.add('dragged')
    this.#label.value = `${Math.round(drag.next.width)} × ${Math.round(drag.next.height)}`
  }

  #up(event) {
    const drag = this.#drag
    if (event.pointerId !== drag?.pointer) return
    this.cancel()
    const { turning, surface } = this.#recorder
    const [{ width, height }, { zoom, origin }] = [drag.next, surface.view]
    if (width === drag.size.width && height === drag.size.height) return
    turning.turn((pages) => pages.resize([width, height]))
    // The page stays where it is.
    surface.look((view) => view.put(zoom, origin))
  }

  /** Ends a drag without a change. Returns whether there was one. */
  cancel() {
    if (!this.#drag) return false
    this.#drag = undefined
    this.#element.classList.remove('dragged')
    this.#lay(this.#recorder.surface.size)
    return true
  }
}
