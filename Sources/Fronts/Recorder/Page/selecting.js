// Selecting elements, and changing what is selected: by commands that name the elements.

import { say } from './controls.js'
import { Dragging } from './dragging.js'
import { around, between, corners, has, isInside, isWithin } from './geometry.js'
import { rounded } from './pointers.js'
import { SelectionView } from './selection-view.js'
import { FILLED, isShape } from './tools.js'

/** How far from ink a pointer selects it, in CSS pixels. */
const REACH = { mouse: 4, pen: 6, touch: 14 }
/** How far a pointer moves before it drags, in CSS pixels. */
const TAP = 3
/** The words on the clipboard for what is copied. */
const MARK = /^\d+ elements of a doodle$/
/** How far to the right and down a copy lies from its original, in points. */
const COPY_STEP = 16

/** A style whose widths and sizes are those of one that is `factor` times as large. */
function scaled(style, factor = 1) {
  const own = ['width', 'size'].filter((key) => style[key] !== undefined)
  const dash = style.dash && { dash: style.dash.map((length) => rounded(length * factor, 3)) }
  return { ...style, ...dash, ...Object.fromEntries(own.map((key) => [key, rounded(style[key] * factor, 3)])) }
}

/** Whether an element of a style can have a key; one that it does not use, its style lacks. */
const canHave = (style, key) => key in style || (key === 'fill' && FILLED.has(style.tool)) || (key === 'dash' && isShape(style.tool))

/** The elements that the user has selected, and what a pointer does to them. */
export class Selecting {
  #session
  #surface
  #changed
  #view
  #ids = new Set()
  #drag
  /**
   * The ids of what was copied or cut, and the log and the pictures of its page at that time. For each page on which it is,
   * its `places` have its ids there, and how many steps from it the next copy lies.
   */
  #copied = { ids: [] }
  /** Whether a drag beside the elements selects what its path surrounds, instead of a rectangle. */
  isLasso = false

  /** `changed` is called when other elements are selected. */
  constructor(session, surface, changed) {
    ;[this.#session, this.#surface, this.#changed] = [session, surface, changed]
    this.#view = new SelectionView(surface, {
      color: (color, isFinal) => this.restyle(color === 'rainbow' || !this.isFilled ? { color } : { color, fill: color }, isFinal),
      duplicate: () => this.duplicate(), raise: () => this.reorder('raise'), lower: () => this.reorder('lower'),
      delete: () => this.apply('delete'),
    })
  }

  get #drawing() { return this.#session.drawing }

  /** The ids of what is selected, the lowest first. */
  get ids() { return this.#ids.size === 0 ? [] : this.#drawing.elements.filter((id) => this.#ids.has(id)) }

  get isEmpty() { return this.#ids.size === 0 }

  /** Whether a pointer drags something, or selects by a drag. */
  get isBusy() { return this.#drag !== undefined }

  get #boxes() {
    if (this.#ids.size === 0) return []
    const { elements, boxes } = this.#drawing
    return boxes.filter((_, index) => this.#ids.has(elements[index]))
  }

  select(ids) {
    const next = new Set(ids)
    if (next.size === this.#ids.size && ids.every((id) => this.#ids.has(id))) return
    this.#ids = next
    this.show()
    this.#changed()
  }

  selectAll() { this.select(this.#drawing.elements) }

  /** Selects the element below the lowest one that is selected; first the topmost one. */
  selectNext() {
    const { elements } = this.#drawing
    const index = elements.indexOf(this.ids[0])
    if (elements.length > 0) this.select([elements.at(index < 1 ? -1 : index - 1)])
  }

  // What changes elements.

  /** Applies a command to each element that is selected, as one step. */
  apply(command, values = {}) { this.#session.commands(this.ids.map((id) => ({ command, id, ...values }))) }

  /** Moves what is selected above all others, or below them. Its own order stays. */
  reorder(command) {
    const ids = command === 'raise' ? this.ids : this.ids.reverse()
    this.#session.commands(ids.map((id) => ({ command, id })))
  }

  /** Adds copies of elements, which may have been removed, as one step, and selects the copies. */
  duplicate(ids = this.ids, steps = 1) {
    const by = [steps * COPY_STEP, steps * COPY_STEP]
    this.#duplicate(ids.map((id) => ({ id, by })))
  }

  #duplicate(moves) {
    // A preview may show copies, too.
    this.#session.preview()
    const before = this.#drawing.elements.length
    // By its id, the log tells what picture a copy is.
    const as = ({ id }, index) => id.startsWith('picture-') && { as: this.#session.pictureID(index) }
    this.#session.commands(moves.map((move, index) => ({ ...move, command: 'duplicate', ...as(move, index) })))
    this.select(this.#drawing.elements.slice(before))
  }

  /** Whether words on the clipboard stand for elements: those that a page gave it, or any if it took none. */
  isCopied(words) { return MARK.test(words) || (this.hasCopied && !this.#copied.isMarked) }

  /** Whether there is something to paste. */
  get hasCopied() { return this.#copied.ids.length > 0 }

  copy(steps = 1) {
    const { ids } = this
    const { page, pictures } = this.#session
    const copied = { ids, log: this.#session.log(), pictures, places: new Map([[page, { ids, steps }]]) }
    this.#copied = copied
    // A picture that was copied before would be pasted instead.
    navigator.clipboard?.writeText(`${this.#ids.size} elements of a doodle`).then(() => { copied.isMarked = true }, () => {})
  }

  cut() {
    this.copy(0)
    this.apply('delete')
  }

  paste() {
    const { ids, log, pictures, places } = this.#copied
    const { page, drawing: { elements } } = this.#session
    const place = places.get(page)
    // What was pasted on another page may have been undone.
    if (place?.ids === ids || place?.ids.every((id) => elements.includes(id))) return this.duplicate(place.ids, place.steps++)
    const added = this.#session.transplant(log, pictures, ids)
    if (added.ids.length > 0) places.set(page, { ids: added.ids, steps: 1 })
    this.select(added.ids)
    if (!added.isWhole) say('What a saved drawing has stays on its page: only what was drawn since is pasted.')
    else if (!added.isExact) say('What is pasted looks different: holes of an eraser stay on their page.')
  }

  /** Another page is shown. */
  forget() { this.select([]) }

  /** The styles of what is selected. Widths and sizes are those that are seen: as its scalings have made them. */
  get styles() {
    if (this.#ids.size === 0) return []
    return this.#drawing.styles([...this.#ids]).map((style) => scaled(style, style.scale))
  }

  /** Whether a shape that is selected is filled with the color of its line. */
  get isFilled() { return this.styles.some(({ tool, color, fill }) => FILLED.has(tool) && fill === color) }

  /** Changes those of `values` that an element can have: in the log, or only on the screen. */
  restyle(values, isFinal) {
    const commands = this.styles.flatMap((style) => {
      const own = Object.entries(values).filter(([key]) => canHave(style, key))
      return own.length > 0 ? [{ command: 'restyle', id: style.id, ...scaled(Object.fromEntries(own), 1 / style.scale) }] : []
    })
    if (isFinal) this.#session.commands(commands)
    else this.#session.preview(commands)
  }

  // The pointer.

  /** The id of the element at the place of an event; null if there is none. */
  #hit(event) {
    return this.#drawing.elementAt(...this.#surface.position(event), (REACH[event.pointerType] ?? 4) / this.#surface.view.zoom)
  }

  /** Selects the element at the place of an event, unless it is selected. `prepare` is called before. */
  selectAt(event, prepare) {
    const hit = this.#hit(event)
    if (hit) prepare()
    if (!this.#ids.has(hit)) this.select(hit ? [hit] : [])
  }

  down(event) {
    if (this.#drag) return
    const start = this.#surface.position(event)
    const { handle } = event.target.dataset
    const isMore = event.shiftKey || event.ctrlKey || event.metaKey
    const common = around(this.#boxes)
    const hit = handle ? null : this.#hit(event)
    const wasSelected = this.#ids.has(hit)
    if (hit && isMore) this.select(wasSelected ? this.ids.filter((id) => id !== hit) : [...this.ids, hit])
    else if (hit && !wasSelected) this.select([hit])
    const moves = handle || this.#ids.has(hit) || (!hit && !isMore && common && has(common, start))
    this.#drag = {
      pointer: event.pointerId, from: event, path: [start], isMore, hit, before: isMore ? this.ids : [],
      dragging: moves ? new Dragging(start, handle, common, this.#drawing.styles(this.ids)) : undefined,
    }
  }

  move(event) {
    const drag = this.#drag
    if (event.pointerId !== drag?.pointer) return
    drag.isFar ||= Math.hypot(event.clientX - drag.from.clientX, event.clientY - drag.from.clientY) >= TAP
    if (!drag.isFar) return
    this.show()
    const point = this.#surface.position(event)
    drag.path.push(point)
    if (drag.dragging) {
      // The originals stay where copies of them are.
      if (event.altKey && !drag.isCopying && !drag.from.target.dataset.handle) {
        drag.isCopying = true
        this.#session.preview(this.ids.map((id) => ({ command: 'duplicate', id })))
      }
      const commands = drag.dragging.preview(point, event.shiftKey)
      if (commands.length > 0) this.#session.preview(commands)
    }
    if (!drag.dragging) this.#view.outline(this.isLasso ? drag.path : corners(between(drag.path[0], point)))
  }

  up(event) {
    const drag = this.#drag
    if (event.pointerId !== drag?.pointer) return
    this.#drag = undefined
    this.show()
    const point = this.#surface.position(event)
    if (!drag.isFar) {
      if (!drag.isMore && !drag.from.target.dataset.handle) this.select(drag.hit ? [drag.hit] : [])
    } else if (drag.dragging) {
      const commands = drag.dragging.commands(point, event.shiftKey)
      if (commands.length > 0 && drag.isCopying) this.#duplicate(commands)
      else if (commands.length > 0) this.#session.commands(commands)
      else this.#session.preview()
    } else {
      this.#view.outline([])
      const box = between(drag.path[0], point)
      const { elements, boxes } = this.#drawing
      const isTaken = this.isLasso ? (other) => isInside(other, drag.path) : (other) => isWithin(other, box)
      this.select([...drag.before, ...elements.filter((_, index) => isTaken(boxes[index]))])
    }
  }

  /** Ends a drag without a change. Returns whether there was one. */
  cancel() {
    if (!this.#drag) return false
    this.#drag = undefined
    this.#view.outline([])
    this.#session.preview()
    this.show()
    return true
  }

  /** Shows what is selected, unless `isHidden`. */
  show(isHidden = false) {
    const styles = isHidden ? [] : this.styles
    const only = styles.length === 1 ? styles[0] : {}
    this.#view.show(isHidden ? [] : this.#boxes, {
      color: styles.find((style) => 'color' in style)?.color, ends: only.ends, isBusy: this.#drag !== undefined,
      isStretchable: only.box !== undefined && !only.ends && only.box[2] > only.box[0] && only.box[3] > only.box[1],
    })
  }
}
