// What is seen of a selection: boxes, handles, and the bar beside it.

import { Colors, opener } from './colors.js'
import { button, find, make } from './controls.js'
import { around } from './geometry.js'

/** More boxes would hide the drawing. */
const MOST_BOXES = 200
/** How far from the box the handle that turns is, and the bar; handles of corners reach as far. In CSS pixels. */
const TURN = 26
const GAP = 36
/** What must be left of a handle within the frame, in CSS pixels. */
const REACH = 18

/** Where handles of sides are as large as fingers; a box that they would cover has none. */
const COARSE = matchMedia('(pointer: coarse)')

const within = (number, least, most) => Math.max(least, Math.min(number, most))

/** Shows what is selected where the surface has it. */
export class SelectionView {
  #surface
  #colors
  #opener

  /**
   * `actions` are what the bar does: `color`, which gets a color and whether it is final, `duplicate`, `raise`, `lower`
   * and `delete`.
   */
  constructor(surface, actions) {
    this.#surface = surface
    this.#colors = new Colors((color, isFinal) => {
      actions.color(color, isFinal)
      if (isFinal) this.#opener.close()
    })
    this.#opener = opener(this.#colors)
    const icon = (name, label, key, action) => {
      const element = button(name, label, key, action)
      element.removeAttribute('id')
      return element
    }
    find('beside').append(
      this.#opener.button, icon('duplicate', 'Duplicate', 'Ctrl D', actions.duplicate),
      icon('raise', 'Bring to the front', ']', actions.raise), icon('lower', 'Send to the back', '[', actions.lower),
      icon('clear', 'Delete', 'Del', actions.delete), this.#colors.element)
  }

  /** An outline through points of the page; none ends it. */
  outline(points) {
    const places = points.map((point) => this.#surface.view.place(point).join(' '))
    find('outline').firstElementChild.setAttribute('d', places.length > 1 ? `M${places.join('L')}Z` : '')
  }

  /**
   * Shows boxes, and a bar beside them unless it `isBusy`. `color` is that of what is selected, and `ends` are those of a
   * line, [x, y, x, y], which then has no other handles. What `isStretchable` has handles at its sides.
   */
  show(boxes, { color, ends, isStretchable, isBusy }) {
    const frame = find('selection')
    frame.hidden = boxes.length === 0
    find('beside').hidden = boxes.length === 0 || isBusy
    const shown = boxes.length > 1 ? boxes.slice(0, MOST_BOXES) : []
    while (find('boxes').childElementCount > shown.length) find('boxes').lastElementChild.remove()
    while (find('boxes').childElementCount < shown.length) find('boxes').append(make('div'))
    shown.forEach((box, index) => this.#lay(find('boxes').children[index], box))
    if (boxes.length === 0) return this.#opener.close()
    const place = this.#lay(frame, around(boxes))
    frame.classList.toggle('line', ends !== undefined)
    const { clientWidth: width, clientHeight: height } = frame
    frame.classList.toggle('stretchable', isStretchable && Math.min(width, height) >= (COARSE.matches ? 96 : 48))
    for (const [name, x, y] of [['left', 0, 0.5], ['top', 0.5, 0], ['right', 1, 0.5], ['bottom', 0.5, 1]]) {
      this.#put(name, x * width, y * height)
    }
    for (const [index, name] of ['from', 'to'].entries()) {
      const [x, y] = this.#surface.view.place(ends?.slice(2 * index) ?? [0, 0])
      this.#put(name, x - place.left, y - place.top)
    }
    const room = find('frame')
    // Above the box, or below it; inside of one that fills the window, below the handle of its upper side.
    const places = [place.top - TURN, place.top + place.height + TURN, Math.max(REACH, place.top + TURN)]
    const side = ends ? 2 : places.findIndex((y) => y >= REACH && y <= room.clientHeight - REACH)
    const middle = place.left + place.width / 2
    this.#put('turn', within(middle, REACH, room.clientWidth - REACH) - place.left, places[side] - place.top)
    this.#colors.show(color)
    this.#opener.button.hidden = color === undefined
    this.#opener.show(color ?? '')
    this.#layBar(place, side)
  }

  /** Lays the bar below or above the box, where it hides no handle and no message. `side`: that which turns is above, below or inside. */
  #layBar({ left, top, width, height }, side) {
    const [bar, { clientWidth, clientHeight }] = [find('beside'), find('frame')]
    const most = clientHeight - bar.offsetHeight - Math.max(4, clientHeight - find('messages').offsetTop)
    const [above, below] = [
      top - GAP - bar.offsetHeight - (side === 0 ? TURN : 0), top + height + GAP + (side === 1 ? TURN : 0),
    ]
    const places = side === 1 ? [above, below, 4] : [below, above, most]
    bar.style.left = `${within(left + width / 2 - bar.offsetWidth / 2, 4, clientWidth - bar.offsetWidth - 4)}px`
    bar.style.top = `${places.find((y) => y >= 4 && y <= most) ?? 4}px`
  }

  /** Puts the middle of a handle at a place of the selection. */
  #put(name, x, y) {
    Object.assign(find('selection').querySelector(`[data-handle="${name}"]`).style, { left: `${x}px`, top: `${y}px` })
  }

  #lay(element, box) {
    const place = this.#surface.box(box)
    for (const side of ['left', 'top', 'width', 'height']) element.style[side] = `${place[side]}px`
    return place
  }
}
