// What pointers on the canvas do: draw, type, select, or move the page.

import { find, say } from './controls.js'
import { typeText } from './entry.js'
import { BUILT_IN } from './fonts.js'
import { square, straight } from './geometry.js'
import { PointerRecorder } from './pointers.js'
import { remember, remembered } from './remembered.js'

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
      on('dblclick', () => this.editText())
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
      return this.typeText({ x, y })
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

  // Texts.

  /** What the command of a text has of the tool's settings. */
  get #textStyle() {
    const { font, ...style } = this.#palette.textStyle
    const { fonts, session } = this.#recorder
    const isFile = font !== BUILT_IN && fonts.has(font)
    // A log may name a font for all texts that follow.
    return isFile || fonts.hasGiven(session.drawing) ? { ...style, font: isFile ? font : BUILT_IN } : style
  }

  /** Lets the user type a text at a position in points. */
  typeText({ x, y }) {
    const values = { at: [x, y].map((number) => Number(number.toFixed(2))), ...this.#textStyle }
    // Only the preview has it.
    const id = `typed-${performance.now()}`
    const preview = this.#typed(id, (text) => ({ command: 'text', text, id, ...values }))
    typeText(this.#surface, { x, y }, { ...values, family: this.#recorder.fonts.family(values.font) }, preview, (text) => {
      this.#recorder.command('text', { text, ...values })
      this.#sayLacks(this.#recorder.session.drawing.elements.slice(-1))
    })
  }

  /**
   * Shows the words that are typed for an element, which `begin` adds. Returns its box, and what the font lacks;
   * undefined if the engine shows nothing.
   */
  #typed(id, begin) {
    const { session } = this.#recorder
    let isThere = begin === undefined
    return (text) => {
      const isEmpty = text.trim() === ''
      const command = isThere ? { command: 'edit', id, text } : begin?.(text)
      this.#recorder.attempt(() => session.preview(isEmpty ? [] : [command]))
      isThere = begin === undefined || !isEmpty
      const { boxes, elements } = session.drawing
      const box = isEmpty ? undefined : boxes[elements.indexOf(id)]
      return box && { ...box, warning: session.drawing.styles([id])[0]?.warning }
    }
  }

  /** Adds a text in the middle of what is seen, as the tool of texts does, and selects it. */
  addText(text) {
    this.#recorder.chooseTool('select')
    const { session, selecting } = this.#recorder
    const command = { command: 'text', text, id: `text-${Math.round(1000 * this.now)}`, ...this.#textStyle }
    // Where its box is when it begins at the origin.
    session.preview([{ ...command, at: [0, 0] }])
    const { boxes, elements } = session.drawing
    const box = boxes[elements.indexOf(command.id)] ?? { x: 0, y: 0, width: 0, height: 0 }
    const { x, y, width, height } = this.#surface.view.seen
    // What is larger than the window begins at its corner.
    const at = [
      Math.max(x + 8, x + (width - box.width) / 2) - box.x, Math.max(y + 8, y + (height - box.height) / 2) - box.y,
    ].map(Math.round)
    session.commands([{ ...command, at }])
    selecting.select([command.id])
    this.#sayLacks([command.id])
  }

  #sayLacks(ids) { this.#recorder.fontChoice.sayLacks(ids) }

  /** Lets the user type a text in the middle of what is seen. */
  typeInTheMiddle() {
    const { x, y, width, height } = this.#surface.view.seen
    this.typeText({ x: x + width / 2, y: y + height / 2 })
  }

  /** Lets the user change the words of the selected text. */
  editText() {
    const { selecting, replay, session } = this.#recorder
    const { ids, styles: [style] } = selecting
    if (replay.isOpen || this.#palette.name !== 'select' || !style?.text) return
    const { elements, boxes } = session.drawing
    const box = boxes[elements.indexOf(ids[0])]
    // The height of the box is about that of its lines.
    const size = box.height / style.text.split('\n').length / 1.2
    const [id] = ids
    const family = this.#recorder.fonts.family(style.font)
    typeText(this.#surface, box, { size, color: '', text: style.text, family }, this.#typed(id), (text) => {
      this.#recorder.command('edit', { id, text })
      this.#sayLacks([id])
    })
  }
}
