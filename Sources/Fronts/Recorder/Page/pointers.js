// Pointer events of the browser to lines of a touch log.

const EQUAL_PRESSURE = new Set([0, 0.5, 1])
const POINTERS = { mouse: 'mouse', pen: 'pencil', touch: 'finger' }
const ERASER_BUTTON = 32
/** More events than a browser coalesces. */
const MOST_SINGLE = 1000

/** Rounds to the precision of devices, which keeps logs short. */
export const rounded = (number, digits) => Number(number.toFixed(digits))

/**
 * The pen's angle above the surface and its direction, in radians. Browsers that do not give them have the tilts of the
 * pen's projections to the planes x-z and y-z, in degrees: https://www.w3.org/TR/pointerevents3/#converting-between
 */
export function angles(event) {
  if (event.altitudeAngle !== undefined) return [event.altitudeAngle, event.azimuthAngle]
  const [x, y] = [event.tiltX ?? 0, event.tiltY ?? 0].map((degrees) => Math.tan((degrees * Math.PI) / 180))
  const azimuth = Math.atan2(y, x)
  return [Math.atan2(1, Math.hypot(x, y)), azimuth < 0 ? azimuth + 2 * Math.PI : azimuth]
}

/**
 * Turns the pointer events of one surface into lines of a log.
 *
 * Every event becomes one line: coalesced events replace the event that stands for them. While a pen is down, fingers
 * are palms.
 */
export class PointerRecorder {
  #down = new Map()
  #hasSensor = new Set()
  #begin
  #offset

  /**
   * `position` returns the position of an event in points, `constrain` the one that Shift makes of it, given the
   * touch's first one. `apply` gets lines. `begin` is called before a touch begins,
   * with whether it is the eraser end of a pen. Times in the log follow `offset`, in seconds.
   */
  constructor({ position, constrain, apply, begin, offset = 0 }) {
    Object.assign(this, { position, constrain, apply })
    this.#begin = begin
    this.#offset = offset
  }

  /** Whether a touch is down. */
  get isDown() { return this.#down.size > 0 }
  get isPenDown() { return this.#has('pen') }

  /** Restarts the clock of the log: the next times count from `offset`, in seconds. */
  restart(offset = 0) {
    this.#down.clear()
    this.origin = undefined
    this.#offset = offset
  }

  /** The time in the log of a moment that the browser counts in milliseconds, in seconds. */
  time(stamp) {
    this.origin ??= stamp
    return rounded(Math.max(0, (stamp - this.origin) / 1000) + this.#offset, 5)
  }

  /** Returns whether the event began a touch. */
  down(event) {
    if (this.#down.has(event.pointerId) || (event.pointerType === 'mouse' && event.button !== 0)) return false
    if (event.pointerType === 'touch' && this.isPenDown) return false
    if (event.pointerType === 'pen') this.#cancelPalms()
    this.#begin(event.pointerType === 'pen' && (event.buttons & ERASER_BUTTON) !== 0)
    const touch = { type: event.pointerType, pairs: new Pairs(), last: event, start: this.position(event) }
    this.#down.set(event.pointerId, touch)
    this.apply(this.#line('began', event, touch) + '\n')
    return true
  }

  /**
   * Takes events before the browser coalesces them. The browser gives the same events to `move`, usually later, with
   * several fingers also earlier.
   */
  rawUpdate(event) {
    const touch = this.#down.get(event.pointerId)
    if (touch) this.#append(touch, touch.pairs.fresh(joined(event), 1), [])
  }

  move(event) {
    const touch = this.#down.get(event.pointerId)
    if (touch) this.#append(touch, touch.pairs.fresh(joined(event), -1), event.getPredictedEvents?.() ?? [])
  }

  up(event) { this.#end('ended', event) }

  cancel(event) { this.#end('cancelled', event) }

  /** Ends all touches at their positions. */
  endAll() {
    for (const touch of [...this.#down.values()]) this.up(touch.last)
  }

  /** Takes all touches back. Returns whether there were any. */
  cancelAll() {
    const isAny = this.isDown
    for (const touch of [...this.#down.values()]) this.cancel(touch.last)
    return isAny
  }

  /** Shift was pressed or released: the touches move where they then are. */
  again(isShift) {
    for (const touch of this.#down.values()) {
      const point = this.position(touch.last)
      if (touch.isShift === isShift || this.constrain(touch.start, point) === point) continue
      touch.isShift = isShift
      this.apply(this.#line('moved', touch.last, touch, { isShift }) + '\n')
    }
  }

  #append(touch, events, predicted) {
    const lines = events.map((event) => this.#line('moved', event, touch))
    lines.push(...predicted.map((event) => this.#line('moved', event, touch, { predicted: true })))
    if (events.length > 0) touch.last = events.at(-1)
    if (lines.length > 0) this.apply(lines.join('\n') + '\n')
  }

  #end(phase, event) {
    const touch = this.#down.get(event.pointerId)
    if (!touch) return
    this.#down.delete(event.pointerId)
    this.apply(this.#line(phase, event, touch) + '\n')
  }

  #has(type) { return [...this.#down.values()].some((touch) => touch.type === type) }

  #cancelPalms() {
    for (const touch of [...this.#down.values()]) {
      if (touch.type === 'touch') this.cancel(touch.last)
    }
  }

  #line(phase, event, { start }, { predicted = false, isShift = event.shiftKey } = {}) {
    const [left, top] = this.position(event)
    const [x, y] = isShift && phase !== 'began' ? this.constrain(start, [left, top]) : [left, top]
    const line = { phase, touch: event.pointerId, point: [rounded(x, 3), rounded(y, 3)] }
    const pressure = this.#pressure(phase, event)
    if (pressure !== undefined) line.pressure = pressure
    line.time = this.time(event.timeStamp)
    if (event.pointerType === 'pen') {
      const [altitude, azimuth] = angles(event)
      Object.assign(line, { altitude: rounded(altitude, 4), azimuth: rounded(azimuth, 4) })
      if (event.twist) line.twist = event.twist
      if (event.tangentialPressure) line.tangentialPressure = rounded(event.tangentialPressure, 4)
      // A key that a log leaves to the application.
      if (event.buttons > 1) line.buttons = event.buttons
    }
    // Browsers have 1 if the device does not measure it.
    if (event.width !== 1 || event.height !== 1) {
      const corner = { clientX: event.clientX + event.width, clientY: event.clientY + event.height }
      const [right, bottom] = this.position(corner)
      line.contact = [rounded(right - left, 2), rounded(bottom - top, 2)]
    }
    const pointer = line.buttons & ERASER_BUTTON ? 'eraser' : POINTERS[event.pointerType]
    if (pointer) line.pointer = pointer
    if (predicted) line.predicted = true
    return JSON.stringify(line)
  }

  /** The pressure; undefined if it was not measured. Browsers then have 0.5, and 0 at the end of a touch. */
  #pressure(phase, event) {
    if (event.pointerType === 'mouse' || phase === 'ended' || phase === 'cancelled') return undefined
    if (!EQUAL_PRESSURE.has(event.pressure)) this.#hasSensor.add(event.pointerType)
    if (event.pointerType !== 'pen' && !this.#hasSensor.has(event.pointerType)) return undefined
    return rounded(event.pressure, 4)
  }
}

/** A line as an object; undefined if it is not one. */
export function parsed(line) {
  try {
    const value = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** The coalesced events of an event, or the event itself. */
function joined(event) {
  const events = event.getCoalescedEvents?.() ?? []
  return events.length > 0 ? events : [event]
}

/** Events that come twice, once from each of two sources. */
class Pairs {
  /** For each event that only one source has given yet, how often: positive for source 1, negative for -1. */
  #single = new Map()

  /** The events that the other source has not given yet. `source` is 1 or -1. */
  fresh(events, source) {
    return events.filter((event) => {
      const key = `${event.timeStamp} ${event.clientX} ${event.clientY} ${event.pressure}`
      const count = (this.#single.get(key) ?? 0) + source
      if (count === 0) this.#single.delete(key)
      else this.#single.set(key, count)
      // In a browser with only one source, the second event of a pair never comes.
      if (this.#single.size > MOST_SINGLE) this.#single.delete(this.#single.keys().next().value)
      return count * source > 0
    })
  }
}

/**
 * Completes a log that was cut off: returns lines that end its touches, and its last time in seconds, 0 if it has none.
 */
export function loose(lines) {
  const down = new Map()
  let time = 0
  for (const text of lines) {
    if (!text.includes('"phase"') && !text.includes('"command"')) continue
    const line = parsed(text)
    // The engine reports the errors of other lines.
    if (!line) continue
    const keys = ['touch', 'id', 'touchId', 'touchID', 'touch_id', 'touchIdentifier']
    const touch = line[keys.find((key) => key in line)] ?? 0
    time = Math.max(time, line.time ?? line.t ?? line.timestamp ?? time)
    if (line.predicted || !line.phase) continue
    if (/^(ended|cancell?ed)$/.test(line.phase)) down.delete(touch)
    else down.set(touch, line)
  }
  const ends = [...down.values()].map((line) => {
    const { pressure, force, index, expects, ...rest } = line
    return JSON.stringify({ ...rest, phase: 'ended' })
  })
  return { ends, time }
}
