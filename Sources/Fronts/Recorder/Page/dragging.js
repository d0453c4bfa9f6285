// What a drag does to the elements that are selected: it moves, scales, stretches or turns them, or moves the end of a line.

import { UNCHANGED, changed, corners, straight } from './geometry.js'
import { rounded } from './pointers.js'

/** The least factor of a scaling. */
const LEAST = 0.01
/** With Shift, drags go in directions and turns by angles that are multiples of these, in degrees. */
const DIRECTION = 45
const TURN = 15

/** The handles of sides: the axis along which each stretches, and whether it is the lower or the higher side. */
const SIDES = { left: [0, -1], top: [1, -1], right: [0, 1], bottom: [1, 1] }
/** The least length of a side, in points. */
const SHORTEST = 1

const angle = (from, to) => (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI

/** A drag of elements from `start`: of themselves, or of a handle: at a corner of their `box` or at a side of it, the one
 * that turns, or at an end of a line. */
export class Dragging {
  #start
  #handle
  #box
  /** Those of the elements: `id`, the `center` about which each is scaled and turned, `width`, the `ends` of a line, and
   * the `box` of what can be stretched. */
  #styles
  /** The change that is shown. */
  #shown = UNCHANGED

  /** `handle` is the number of a corner, clockwise from the upper left one, the name of a side, 'turn', 'from', 'to' or
   * undefined. */
  constructor(start, handle, box, styles) {
    ;[this.#start, this.#handle, this.#box, this.#styles] = [start, handle, box, styles]
  }

  #change(point, isConstrained) {
    const start = this.#start
    if (this.#handle === undefined) {
      const end = isConstrained ? straight(start, point, DIRECTION) : point
      return { ...UNCHANGED, by: [rounded(end[0] - start[0], 2), rounded(end[1] - start[1], 2)] }
    }
    if (this.#isEnd) return this.#endChange(point, isConstrained)
    if (this.#handle in SIDES) return this.#sideChange(point)
    const { x, y, width, height } = this.#box
    if (this.#handle === 'turn') {
      const about = [x + width / 2, y + height / 2]
      const turn = angle(about, point) - angle(about, start)
      return { ...UNCHANGED, about, turn: isConstrained ? Math.round(turn / TURN) * TURN : rounded(turn, 2) }
    }
    const all = corners(this.#box)
    const [corner, about] = [all[this.#handle], all[(Number(this.#handle) + 2) % 4]]
    const [across, down] = [corner[0] - about[0], corner[1] - about[1]]
    // From where the pointer is on the handle.
    const at = [point[0] - start[0] + across, point[1] - start[1] + down]
    const scale = (at[0] * across + at[1] * down) / (across ** 2 + down ** 2 || 1)
    return { ...UNCHANGED, about, scale: rounded(Math.max(LEAST, scale), 4) }
  }

  get #isEnd() { return this.#handle === 'from' || this.#handle === 'to' }

  /** A line is turned and scaled about the end that stays. */
  #endChange(point, isConstrained) {
    const { ends } = this.#styles[0]
    const [own, about] = this.#handle === 'from' ? [ends.slice(0, 2), ends.slice(2)] : [ends.slice(2), ends.slice(0, 2)]
    const free = own.map((side, axis) => side + point[axis] - this.#start[axis])
    const at = isConstrained ? straight(about, free) : free
    const length = Math.hypot(own[0] - about[0], own[1] - about[1])
    const scale = Math.max(LEAST, Math.hypot(at[0] - about[0], at[1] - about[1]) / length)
    // A dot has no direction, and cannot be made longer.
    if (length === 0) return UNCHANGED
    return { ...UNCHANGED, about, scale, turn: angle(about, at) - angle(about, own) }
  }

  /** The side that is opposite stays where it is. */
  #sideChange(point) {
    const { box, center } = this.#styles[0]
    const [axis, direction] = SIDES[this.#handle]
    const [low, high] = [box[axis], box[axis + 2]]
    const length = Math.max(SHORTEST, high - low + direction * (point[axis] - this.#start[axis]))
    const [stretch, by] = [[1, 1], [0, 0]]
    stretch[axis] = length / (high - low)
    by[axis] = (center[axis] - (direction > 0 ? low : high)) * (stretch[axis] - 1)
    return { ...UNCHANGED, stretch, by }
  }

  /** The commands from one change to another. */
  #commands(from, to) {
    if (to.stretch) return this.#stretching(from, to)
    return this.#styles.flatMap(({ id, center, width: own }) => {
      const [start, end] = [changed(center, from), changed(center, to)]
      const by = end.map((side, axis) => rounded(side - start[axis], 3))
      const [scale, rotate] = [to.scale / from.scale, to.turn - from.turn]
      if (scale === 1 && rotate === 0) return by.some((side) => side !== 0) ? [{ command: 'move', id, by }] : []
      const transform = { command: 'transform', id, translate: by, ...(rotate !== 0 && { rotate }), ...(scale !== 1 && { scale }) }
      // A longer line is not thicker.
      return this.#isEnd ? [transform, { command: 'restyle', id, width: rounded(own / to.scale, 4) }] : [transform]
    })
  }

  #stretching(from, to) {
    const { id } = this.#styles[0]
    const factors = to.stretch.map((factor, axis) => factor / (from.stretch?.[axis] ?? 1))
    const step = to.by.map((side, axis) => side - from.by[axis])
    return factors.every((factor) => factor === 1) ? [] : [{ command: 'stretch', id, by: factors }, { command: 'move', id, by: step }]
  }

  /** The commands that show the drag at a point. */
  preview(point, isConstrained) {
    const next = this.#change(point, isConstrained)
    const commands = this.#commands(this.#shown, next)
    this.#shown = next
    return commands
  }

  /** The commands of the whole drag. */
  commands(point, isConstrained) { return this.#commands(UNCHANGED, this.#change(point, isConstrained)) }
}
