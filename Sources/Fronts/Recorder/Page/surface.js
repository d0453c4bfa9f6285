// The canvas on the screen.

import { around, isWithin } from './geometry.js'
import { View } from './view.js'

/** A frame that took longer, in milliseconds, is not drawn while the user still zooms or pans. */
const LONG = 12
/** Farther elements, in points, are not shown. */
const FARTHEST = 1e6
/** How long the user must rest, then. */
const REST = 120

/** Shows a drawing on a canvas, and converts positions of events to points. */
export class Surface {
  #canvas
  #frame
  #context
  #drawing
  #moved
  #failed
  view
  /** The part of the page that the canvas has, in points. */
  part = { x: 0, y: 0, width: 1, height: 1 }
  #isPending = false
  #cost = 0
  #timer

  /**
   * `frame` is the element in which the canvas must fit. `moved` is called when the view has changed, `failed` with an
   * error of the engine.
   */
  constructor(canvas, frame, moved, failed) {
    this.#canvas = canvas
    this.#frame = frame
    ;[this.#moved, this.#failed] = [moved, failed]
    this.view = new View(frame)
    this.#context = canvas.getContext('2d', { alpha: true, desynchronized: true })
  }

  get size() { return this.view.size }

  /** Shows a drawing of `size` in points. */
  show(drawing, size) {
    this.#drawing = drawing
    this.view.size = size
    this.view.reach = undefined
    this.#drawView()
    this.lay()
  }

  /** Draws the part that is seen: the whole page, or what is zoomed, with pixels of its own. */
  #drawView() {
    const start = performance.now()
    clearTimeout(this.#timer)
    const drawing = this.#drawing
    const { zoom, size } = this.view
    let part
    if (this.view.isZoomed && drawing.view) {
      this.view.reach = around([this.#page, ...this.#boxes])
      const seen = this.view.seenOf(this.view.reach)
      const scale = zoom * devicePixelRatio
      const [x, y] = [seen.x, seen.y].map((side) => Math.floor(side * scale) / scale)
      const [width, height] = [seen.x + seen.width - x, seen.y + seen.height - y].map((side) => Math.ceil(side * scale - 1e-6))
      try {
        drawing.view({ x, y, width, height, scale })
        part = { x, y, width: width / scale, height: height / scale }
      } catch (error) {
        // A picture under the ink has its own pixels, which the browser enlarges.
        if (error instanceof WebAssembly.RuntimeError) throw error
      }
    }
    if (!part) drawing.view?.()
    this.part = part ?? { x: 0, y: 0, ...size }
    drawing.changedRect()
    this.#canvas.width = drawing.width
    this.#canvas.height = drawing.height
    this.#context.putImageData(new ImageData(drawing.pixels, drawing.width, drawing.height), 0, 0)
    this.#cost = performance.now() - start
  }

  get #page() { return { x: 0, y: 0, ...this.size } }

  get #boxes() { return this.#drawing.boxes.filter(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) < FARTHEST) }

  /** Whether the canvas shows more than the page. */
  get isBeyond() { return !isWithin(this.part, this.#page) }

  /**
   * Shows what lies beyond the page, where the window has room for it; a page that fits is shown alone as long as each
   * element has a part on it. Call it when elements have moved.
   */
  reach() {
    const { view } = this
    const boxes = this.#drawing.view ? this.#boxes : []
    const reached = around([this.#page, ...boxes])
    if (JSON.stringify(reached) === JSON.stringify(view.reach ?? this.#page)) return
    view.reach = reached
    const isLost = ({ x, y, width, height }) => x > this.size.width || y > this.size.height || x + width < 0 || y + height < 0
    if (view.isZoomed) this.look(() => {})
    else if (boxes.some(isLost)) this.look(() => view.put(view.zoom, view.origin))
  }

  /** Lays the canvas out where its part of the page is. */
  lay() {
    const { left, top, width, height } = this.box(this.part)
    Object.assign(this.#canvas.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  }

  /** Changes the view by `change`. */
  look(change) {
    const wasZoomed = this.view.isZoomed
    change(this.view)
    this.lay()
    this.#moved()
    if (!wasZoomed && !this.view.isZoomed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      try {
        const wasBeyond = this.isBeyond
        this.#drawView()
        this.lay()
        if (this.isBeyond !== wasBeyond) this.#moved()
      } catch (error) {
        this.#failed(error)
      }
    }, this.#cost < LONG ? 0 : REST)
  }

  /** The frame has another size. */
  fit() { this.look((view) => view.resized()) }

  /** Draws what has changed, at once. */
  draw() {
    this.#isPending = false
    this.#drawing.draw(this.#context)
  }

  /** Draws what has changed before the next frame is shown. `then` is called after it. */
  drawSoon(then) {
    if (this.#isPending) return
    this.#isPending = true
    requestAnimationFrame(() => {
      try {
        if (this.#isPending) this.draw()
      } catch (error) {
        this.#failed(error)
      } finally {
        then()
      }
    })
  }

  /** The position of a pointer event in points. */
  position(event) { return this.view.point(event) }

  /** The box on the screen, relative to the frame, of a box in points. */
  box({ x, y, width, height }) {
    const [left, top] = this.view.place([x, y])
    const factor = this.view.zoom
    return { left, top, width: width * factor, height: height * factor, factor }
  }
}
