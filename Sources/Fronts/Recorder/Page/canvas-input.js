// What pointers on the canvas do: draw, type, select, or move the page.

import { find, say } from './controls.js'
import { square, straight } from './geometry.js'
import { PointerRecorder } from './pointers.js'
import { remember, remembered } from './remembered.js'
import { Texts } from './texts.js'

/** A second finger moves the page if the first one has drawn for less, in milliseconds and CSS pixels. */
const BRIEF = 300
const SHORT = 30
const FINGERS_DRAW = 'two fingers draw'
/** How much a notch of the wheel zooms at most, as a power of e: an eighth. */
const NOTCH = 0.12
const CONSTRAINTS = { line: straight, arrow: straight, rect: square, ellipse: square }

/** Turns the pointer events of the canvas into what the chosen tool does. */
export class Hand {
  #recorder
  #surface
  #palette
  #pointers
  /** The pointers that move the page, and where they are. */
  #panning = new Map()
  /** The fingers on the canvas, and where they began. */
  #fingers = new Map()
  /** Whether the space bar is down. */
  #isSpace = false
  #fingersDraw = remembered(FINGERS_DRAW, 'localStorage') === true

  constructor(recorder, surface, palette) {
    ;[this.#recorder, this.#surface, this.#palette] = [recorder, surface, palette]
    this.texts = new Texts(recorder, surface, palette)
    this.#pointers = new PointerRecorder({
      position: (event) => surface.position(event),
      constrain: (start, point) => CONSTRAINTS[palette.name]?.(start, point) ?? point,
      apply: (lines) => recorder.attempt(() => recorder.session.apply(lines)),
      begin: (isEraser) => recorder.attempt(() =>
        recorder.session.useTool(JSON.stringify(isEraser ? palette.eraserLine : palette.line))),
    })
    this.#listen()
  }

  /** Whether two fingers draw two strokes, instead of moving the page. The browser remembers it. */
  get fingersDraw() { return this.#fingersDraw }
  set fingersDraw(isSo) {
    this.#fingersDraw = isSo
    remember(FINGERS_DRAW, isSo || undefined, 'localStorage')
  }

  get isDown() { return this.#pointers.isDown }

  /** Restarts the clock of the log: the next times count from `offset`, in seconds. */
  restartClock(offset) { this.#pointers.restart(offset) }

  /** The time in the log at this moment, in seconds. */
  get now() { return this.#pointers.time(performance.now()) }

  /** Ends what is being drawn where it is, and a drag without a change. */
  endTouches() {
    this.#recorder.selecting.cancel()
    this.#pointers.endAll()
  }

  /** Takes back what is being drawn or dragged. Returns whether there was anything. */
  cancel() {
    const isDragging = this.#recorder.selecting.cancel() || this.#recorder.edge.cancel()
    return this.#pointers.cancelAll() || isDragging
  }

  #listen() {
    if (!window.PointerEvent) {
      say('This browser has no pointer events, so that one cannot draw here.', { isError: true })
    }
    const { selecting } = this.#recorder
    // The frame is the ground beside the page.
    for (const element of [find('canvas'), find('selection'), find('frame')]) {
      const on = (types, action) => {
        const own = (event) => { if (element.id !== 'frame' || event.target === element) action(event) }
        for (const type of types.split(' ')) element.addEventListener(type, own, { passive: false })
      }
      on('pointerdown', (event) => this.#down(event))
      on('pointerrawupdate', (event) => this.#pointers.rawUpdate(event))
      on('pointermove', (event) => {
        if (this.#pan(event)) return
        this.#pointers.move(event)
        this.#recorder.attempt(() => selecting.move(event))
      })
      on('pointerup lostpointercapture', (event) => {
        if (this.#lift(event)) return
        this.#pointers.up(event)
        this.#recorder.attempt(() => selecting.up(event))
      })
      on('pointercancel', (event) => {
        if (this.#lift(event)) return
        this.#pointers.cancel(event)
        selecting.cancel()
      })
      on('dblclick', () => this.texts.edit())
      on('wheel', (event) => this.#wheel(event))
      on('touchstart touchmove contextmenu selectstart dragstart gesturestart', (event) => event.preventDefault())
    }
    addEventListener('keydown', (event) => {
      if (event.key === 'Shift') this.#pointers.again(true)
      if (event.key === ' ' && event.target.matches('body, #canvas')) this.#hold(true)
    })
    addEventListener('keyup', (event) => {
      if (event.key === 'Shift') this.#pointers.again(false)
      if (event.key === ' ') this.#hold(false)
    })
    addEventListener('blur', () => this.#hold(false))
  }

  #down(event) {
    const isMouse = event.pointerType === 'mouse'
    // Firefox would lose the events of other fingers: https://bugzilla.mozilla.org/show_bug.cgi?id=1952402
    // What a touch does by default is prevented at `touchstart`.
    if (event.pointerType !== 'touch') event.preventDefault()
    if (this.#beginsPan(event)) return this.#capture(event)
    if (this.#isPalm(event)) return
    if (this.#recorder.replay.isOpen || (event.button > 0 && isMouse)) return
    this.#focus()
    if (this.#palette.name === 'text') {
      const [x, y] = this.#surface.position(event)
      return this.texts.type({ x, y })
    }
    this.#capture(event)
    if (this.#palette.name === 'select') this.#recorder.attempt(() => this.#recorder.selecting.down(event))
    else this.#pointers.down(event)
  }

  #capture(event) {
    try {
      event.currentTarget.setPointerCapture(event.pointerId)
    } catch {
      // A pointer that is already gone cannot be captured.
    }
  }

  /** Focuses the canvas for its keys, without a ring until a key is pressed. */
  #focus() {
    const canvas = find('canvas')
    canvas.classList.add('pointed')
    canvas.focus({ preventScroll: true })
    canvas.addEventListener('blur', () => canvas.classList.remove('pointed'), { once: true })
  }

  // Moving the page.

  /** Whether a pointer that comes down moves the page: with the space bar, the middle button, or a second finger. */
  #beginsPan(event) {
    if (event.pointerType === 'touch') {
      if (this.#pointers.isPenDown) return false
      const first = [...this.#fingers.values()][0]
      this.#fingers.set(event.pointerId, { first: event, last: event })
      if (this.#panning.size > 0) {
        this.#panning.set(event.pointerId, event)
        return true
      }
      if (first && this.#isPinch(first, event)) {
        // What the first finger has drawn so far was the beginning of the gesture.
        this.cancel()
        for (const { last } of this.#fingers.values()) this.#panning.set(last.pointerId, last)
        return true
      }
      return false
    }
    if (event.button !== (this.#isSpace ? 0 : 1)) return false
    this.#panning.set(event.pointerId, event)
    return true
  }

  #isPinch({ first, last }, event) {
    const way = Math.hypot(last.clientX - first.clientX, last.clientY - first.clientY)
    return !this.#fingersDraw && this.#fingers.size === 2 && event.timeStamp - first.timeStamp < BRIEF && way < SHORT
  }

  /** Whether a finger comes down while another one draws, and only one may. */
  #isPalm(event) { return event.pointerType === 'touch' && !this.#fingersDraw && this.#fingers.size > 1 }

  /** Moves the page with a pointer. Returns whether it does. */
  #pan(event) {
    const finger = this.#fingers.get(event.pointerId)
    const last = this.#panning.get(event.pointerId)
    if (!last) {
      if (finger) finger.last = event
      return false
    }
    const others = [...this.#panning.values()].filter(({ pointerId }) => pointerId !== event.pointerId)
    this.#panning.set(event.pointerId, event)
    const middle = (one) => ({
      clientX: [one, ...others].reduce((sum, { clientX }) => sum + clientX, 0) / (others.length + 1),
      clientY: [one, ...others].reduce((sum, { clientY }) => sum + clientY, 0) / (others.length + 1),
    })
    const [from, to] = [middle(last), middle(event)]
    this.#look((view) => {
      if (others.length === 1) {
        const distance = (one) => Math.hypot(one.clientX - others[0].clientX, one.clientY - others[0].clientY)
        view.zoomTo(view.zoom * (distance(event) / (distance(last) || 1)), from)
      }
      view.pan(to.clientX - from.clientX, to.clientY - from.clientY)
    })
    return true
  }

  /** Changes the view. A text that is typed is then where it was put. */
  #look(change) {
    find('entry')?.blur()
    this.#surface.look(change)
  }

  /** A pointer leaves. Returns whether it has moved the page. */
  #lift(event) {
    this.#fingers.delete(event.pointerId)
    return this.#panning.delete(event.pointerId)
  }

  #wheel(event) {
    event.preventDefault()
    const unit = [1, 16, innerHeight][event.deltaMode]
    this.#look((view) => {
      // The small steps of two fingers on a trackpad count in full.
      const zoom = Math.min(NOTCH, Math.max(-NOTCH, (-event.deltaY * unit) / 100))
      if (event.ctrlKey || event.metaKey) view.zoomTo(view.zoom * Math.exp(zoom), event)
      else if (event.shiftKey && event.deltaX === 0) view.pan(-event.deltaY * unit, 0)
      else view.pan(-event.deltaX * unit, -event.deltaY * unit)
    })
  }

  #hold(isSpace) {
    this.#isSpace = isSpace
    find('canvas').classList.toggle('held', isSpace)
  }
}
