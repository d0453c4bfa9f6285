// Replays a log: the frames that `doodle replay` shows.

import { fontsIn } from './fonts.js'
import { addFiles, fontsOf } from './saved-drawings.js'
import { cuesOf } from './sounds.js'

/** Times that differ by less, in seconds, count as equal, as in `doodle replay`. */
export const TOLERANCE = 1e-6
const encoder = new TextEncoder()

/** A time as 15:08 or 1:02:03. `digits` are those of fractions of a second. */
export function clock(seconds, digits = 0) {
  const unit = 10 ** digits
  const total = Math.floor(seconds * unit + 1e-6) / unit
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor(total / 60) % 60]
  const rest = (total % 60).toFixed(digits).padStart(digits > 0 ? 3 + digits : 2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Shows any moment of a log. Times are in seconds from the first event. */
export class Player {
  #doodle
  #bytes
  #files
  #fontNames
  #timeline
  /** The time at which each event is shown, after pauses were shortened. */
  #times
  #applied = 0
  #cues

  /** `files` has the pictures and the fonts. Pauses of more than `idleLimit` seconds are shortened to it. */
  constructor(doodle, log, files, idleLimit = Infinity) {
    this.#doodle = doodle
    this.#bytes = encoder.encode(log)
    ;[this.#files, this.#fontNames] = [files, [...fontsIn(log), ...fontsOf(files.pictures)]]
    this.#timeline = doodle.timeline(this.#bytes)
    this.#cues = cuesOf(log)
    this.cut(idleLimit)
    this.#restart()
  }

  cut(idleLimit) {
    let [last, omitted] = [0, 0]
    this.#times = this.#timeline.times.map((time) => {
      if (time - last > idleLimit) omitted += time - last - idleLimit
      last = Math.max(last, time)
      return time - omitted
    })
  }

  /** The sounds: {path, start, end}, in seconds. */
  get cues() {
    return this.#cues.map(({ path, start, end }) => ({ path, start: this.#times[start], end: this.#times[end] ?? Infinity }))
  }

  /** In seconds. */
  get duration() { return this.#times.at(-1) ?? 0 }
  get eventCount() { return this.#times.length }

  /** The number of events up to a time. */
  eventsAt(time) {
    let [low, high] = [0, this.#times.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#times[middle] <= time + TOLERANCE) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The next moment at which something happens, or, `isBack`, the one before; the last or the first one if there is none. */
  neighbor(time, isBack) {
    if (!isBack) return this.#times[this.eventsAt(time)] ?? this.duration
    let index = this.eventsAt(time) - 1
    while (index > 0 && this.#times[index] >= time - TOLERANCE) index--
    return this.#times[index] ?? 0
  }

  /** Shows the moment. Returns whether `drawing` is another object than before. */
  seek(time) {
    const count = this.eventsAt(time)
    const isAnew = count < this.#applied
    if (isAnew) this.#restart()
    if (count > this.#applied) {
      const start = this.#applied > 0 ? this.#timeline.ends[this.#applied - 1] : 0
      this.drawing.apply(this.#bytes.subarray(start, this.#timeline.ends[count - 1]))
      this.#applied = count
    }
    return isAnew
  }

  #restart() {
    this.drawing?.delete()
    this.drawing = this.#doodle.newDrawing({ predictions: true })
    addFiles(this.drawing, this.#files.pictures)
    this.#files.fonts.give(this.drawing, this.#fontNames)
    // The header is an event, too; with it the size is known.
    const end = this.#timeline.ends[0]
    this.drawing.apply(this.#bytes.subarray(0, end))
    this.#applied = 1
  }

  delete() { this.drawing.delete() }
}
