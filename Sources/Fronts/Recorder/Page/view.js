// Which part of the page the window shows.

/** The largest zoom, and the least: a part of that at which the page fits. */
const MOST = 32
const LEAST = 0.1
/** How much of the page stays in the window, in CSS pixels. */
const KEPT = 80

/** The place of a page of `size` points in a frame: either as large as fits, or
 * zoomed or moved by the user, also beyond its edges. All places are in CSS pixels. */
export class View {
  #frame
  size = { width: 1, height: 1 }
  /** The box in points around all that can be seen: the page, and elements beyond it; undefined for the page. */
  reach
  /** CSS pixels per point; undefined as long as the page is where it fits. */
  #zoom
  /** The point at the upper left corner of the frame, if zoomed. */
  #corner = [0, 0]

  /** `frame` is the element in which the page is. */
  constructor(frame) { this.#frame = frame }

  get #room() { return [this.#frame.clientWidth, this.#frame.clientHeight] }
  get #sides() { return [this.size.width, this.size.height] }

  /** The zoom at which the page fits: its size in points, or smaller. */
  get #fitting() { return Math.min(1, ...this.#sides.map((side, axis) => this.#room[axis] / side)) }

  get isZoomed() { return this.#zoom !== undefined }
  get zoom() { return this.#zoom ?? this.#fitting }

  /** The place of the page's corner. */
  get origin() {
    if (this.isZoomed) return this.#corner.map((side) => -side * this.zoom)
    return this.#sides.map((side, axis) => (this.#room[axis] - side * this.zoom) / 2)
  }

  /** The place of a point. */
  place([x, y]) {
    const [left, top] = this.origin
    return [left + x * this.zoom, top + y * this.zoom]
  }

  /** The point at the place of an event. */
  point({ clientX, clientY }) {
    const { left, top } = this.#frame.getBoundingClientRect()
    const [x, y] = this.origin
    return [(clientX - left - x) / this.zoom, (clientY - top - y) / this.zoom]
  }

  /** The part of the page that is seen, in points. */
  get seen() { return this.seenOf({ x: 0, y: 0, ...this.size }) }

  /** The part of a box that is seen, in points. */
  seenOf({ x, y, width, height }) {
    const origin = this.origin
    const [[left, right], [top, bottom]] = [[x, x + width], [y, y + height]].map(([start, end], axis) => [
      Math.max(start, -origin[axis] / this.zoom), Math.min(end, (this.#room[axis] - origin[axis]) / this.zoom),
    ])
    return { x: left, y: top, width: right - left, height: bottom - top }
  }

  /** Shows the whole page. */
  fit() { this.#zoom = undefined }

  /** Zooms so that the point at the place of an event stays there; without one, the middle of the frame. */
  zoomTo(zoom, event) {
    const { left, top, width, height } = this.#frame.getBoundingClientRect()
    const place = event ?? { clientX: left + width / 2, clientY: top + height / 2 }
    const point = this.point(place)
    const next = Math.max(LEAST * this.#fitting, Math.min(MOST, zoom))
    if (Math.abs(next / this.#fitting - 1) < 0.001) return this.fit()
    this.#zoom = next
    this.#corner = point.map((side, axis) => side - (axis === 0 ? place.clientX - left : place.clientY - top) / this.#zoom)
    this.#stay()
  }

  /** Moves the page. */
  pan(right, down) {
    if (right === 0 && down === 0) return
    this.put(this.zoom, this.origin.map((side, axis) => side + (axis === 0 ? right : down)))
  }

  /** Zooms, and puts the page's corner to a place. */
  put(zoom, origin) {
    this.#zoom = zoom
    this.#corner = origin.map((side) => -side / zoom)
    this.#stay()
  }

  /** Keeps a part of what can be seen in the frame. */
  #stay() {
    const { x, y, width, height } = this.reach ?? { x: 0, y: 0, ...this.size }
    this.#corner = this.#corner.map((corner, axis) => {
      const [start, side, room] = [[x, y][axis], [width, height][axis], this.#room[axis] / this.#zoom]
      const kept = Math.min(KEPT / this.#zoom, side)
      return Math.max(start + kept - room, Math.min(corner, start + side - kept))
    })
  }

  /** The frame has another size. */
  resized() { if (this.isZoomed) this.zoomTo(this.#zoom) }
}
