// The canvas on the screen.

/** Shows a drawing on a canvas, as large as fits, and converts positions of events to points. */
export class Surface {
  #canvas
  #frame
  #context
  #drawing
  #size = { width: 1, height: 1 }
  #isPending = false

  /** `frame` is the element in which the canvas must fit. */
  constructor(canvas, frame) {
    this.#canvas = canvas
    this.#frame = frame
    this.#context = canvas.getContext('2d', { alpha: true, desynchronized: true })
  }

  /** Shows a drawing of `size` in points. */
  show(drawing, size) {
    this.#drawing = drawing
    this.#size = size
    drawing.changedRect()
    this.#canvas.width = drawing.width
    this.#canvas.height = drawing.height
    const image = new ImageData(drawing.pixels, drawing.width, drawing.height)
    this.#context.putImageData(image, 0, 0)
    this.fit()
  }

  /** Lays the canvas out: at its size in points, or smaller if it does not fit. */
  fit() {
    const { clientWidth, clientHeight } = this.#frame
    const { width, height } = this.#size
    const factor = Math.min(1, clientWidth / width, clientHeight / height)
    this.#canvas.style.width = `${width * factor}px`
    this.#canvas.style.height = `${height * factor}px`
  }

  /** Draws what has changed, at once. */
  draw() {
    this.#isPending = false
    this.#drawing.draw(this.#context)
  }

  /** Draws what has changed before the next frame is shown. `failed` is called with an error, `then` in any case. */
  drawSoon(then, failed) {
    if (this.#isPending) return
    this.#isPending = true
    requestAnimationFrame(() => {
      try {
        if (this.#isPending) this.draw()
      } catch (error) {
        failed(error)
      } finally {
        then()
      }
    })
  }

  /** The position of a pointer event in points. */
  position(event) {
    const box = this.#canvas.getBoundingClientRect()
    return [
      ((event.clientX - box.left) * this.#size.width) / box.width,
      ((event.clientY - box.top) * this.#size.height) / box.height,
    ]
  }

  /** The box on the screen, relative to the frame, of a box in points. */
  box({ x, y, width, height }) {
    const canvas = this.#canvas.getBoundingClientRect()
    const frame = this.#frame.getBoundingClientRect()
    const factor = canvas.width / this.#size.width
    return {
      left: canvas.left - frame.left + x * factor, top: canvas.top - frame.top + y * factor,
      width: width * factor, height: height * factor, factor,
    }
  }

  get size() { return this.#size }
}
