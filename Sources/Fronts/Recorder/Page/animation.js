// An animated PNG of the drawing: the frames of `doodle replay --predicted`, which need not be played to be saved.

import { Player, TOLERANCE } from './player.js'
import { AnimatedPNG } from './png.js'

/** Frames per second. */
const ANIMATION_RATE = 30
/** How many of them the last picture is shown. */
const LAST_FRAMES = 30

/** An animation of a session's drawing as it is now. */
export class Animation {
  #player
  #speed
  #silence
  #isCanceled = false

  /** Pauses of more than `idleLimit` seconds are shortened to it. `speed` is that of the hand, times. */
  constructor(doodle, session, { idleLimit, speed }) {
    this.#player = new Player(doodle, session.log(), session, idleLimit)
    this.#speed = speed
    this.#silence = session.sounds.size > 0 ? ', which has no sound' : ''
  }

  /** What is done while it is made, of which a `share` is done. */
  description(share) { return `An animated PNG is made${this.#silence}: ${Math.floor(100 * share)} %` }

  cancel() { this.#isCanceled = true }

  /** Draws all frames. `progress` is told which share is done. Returns the file; undefined if it was canceled. */
  async record(progress) {
    try {
      const player = this.#player
      player.seek(0)
      player.drawing.changedRect()
      const { width, height } = player.drawing
      const png = new AnimatedPNG(player.drawing, ANIMATION_RATE)
      let [number, box, time] = [0, { x: 0, y: 0, width, height }, 0]
      while (box && !this.#isCanceled) {
        await png.add({ width, data: player.drawing.pixels }, box, number)
        progress(time / (player.duration || 1))
        box = null
        while (!box && time < player.duration - TOLERANCE) {
          number = Math.max(number + 1, Math.ceil((player.neighbor(time) / this.#speed - TOLERANCE) * ANIMATION_RATE))
          time = Math.min(player.duration, (number / ANIMATION_RATE) * this.#speed)
          player.seek(time)
          box = player.drawing.changedRect()
        }
      }
      return this.#isCanceled ? undefined : await png.file(number + LAST_FRAMES)
    } finally {
      this.#player.delete()
    }
  }
}
