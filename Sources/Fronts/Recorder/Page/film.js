// A film of the drawing, which the browser encodes while it plays.

import { make, say } from './controls.js'
import { Player, clock } from './player.js'
import { Playback } from './sounds.js'

/** What plays in most places comes first. */
const FILM_TYPES = ['video/mp4', 'video/webm;codecs=vp9,opus', 'video/webm']
/** Frames per second. */
const FILM_RATE = 30
/** In pixels: not every computer can encode more while it plays. */
const LONGEST_FILM_SIDE = 1920
/** How long the last picture stays, in milliseconds. */
const LAST_PICTURE = 500
/** A frame that takes longer, in milliseconds, holds the film up, which then skips nothing. */
const LATEST_FRAME = 100

/** The type of the films that this browser can encode; undefined if it can none. */
export const filmType = () => globalThis.MediaRecorder && FILM_TYPES.find((type) => MediaRecorder.isTypeSupported(type))

/** A film of a session's drawing as it is now. */
export class Film {
  #player
  #playback
  #silence
  /** Has the pixels of the drawing. */
  #source = make('canvas')
  /** Has those of the film. */
  #canvas = make('canvas')
  #speed
  #isCanceled = false

  /**
   * Pauses of more than `idleLimit` seconds are shortened to it; the film is then silent. `speed` is that of the hand,
   * times.
   */
  constructor(doodle, session, { idleLimit, speed }) {
    this.#player = new Player(doodle, session.log(), session, idleLimit)
    this.#speed = speed
    this.#silence = idleLimit < Infinity && session.sounds.size > 0 ? ' It is silent, because pauses are cut.' : ''
    this.#playback = new Playback(idleLimit === Infinity ? this.#player.cues : [], session.sounds)
    // The canvas is as large as the ink if the log gives no size.
    this.#player.seek(this.#player.duration)
    this.#player.drawing.changedRect()
    const sides = [this.#player.drawing.width, this.#player.drawing.height]
    const factor = Math.min(1, LONGEST_FILM_SIDE / Math.max(...sides))
    // Encoders take pairs of pixels.
    const [width, height] = sides.map((side) => 2 * Math.max(1, Math.round((side * factor) / 2)))
    Object.assign(this.#canvas, { width, height })
  }

  /** What is done while it is made. */
  description() {
    const duration = clock(this.#player.duration / this.#speed)
    return `A film is made while it plays, in ${duration}, as fast as the replay.${this.#silence}`
  }

  cancel() { this.#isCanceled = true }

  /** Plays the film to its end. Returns the file; undefined if it was canceled. */
  async record() {
    const parts = []
    let recorder
    // A page that is not seen has no frames.
    const wait = () => {
      if (!document.hidden) return recorder.resume()
      recorder.pause()
      this.#playback.pause()
    }
    try {
      const { width, height } = this.#canvas
      const stream = this.#canvas.captureStream(FILM_RATE)
      const sound = await this.#playback.track()
      if (sound) stream.addTrack(sound)
      else if (!this.#playback.isEmpty) say('The film is silent: this browser plays no sound here.', { isError: true })
      recorder = new MediaRecorder(stream, {
        mimeType: filmType(), videoBitsPerSecond: Math.max(2.5e6, (width * height * FILM_RATE) / 8),
      })
      recorder.ondataavailable = ({ data }) => parts.push(data)
      const stopped = new Promise((resolve, reject) => {
        recorder.onstop = resolve
        recorder.onerror = ({ error }) => reject(error ?? new Error('the browser cannot encode it'))
      })
      document.addEventListener('visibilitychange', wait)
      this.#show(0)
      recorder.start()
      await this.#play()
      recorder.stop()
      await stopped
      return this.#isCanceled ? undefined : new Blob(parts, { type: recorder.mimeType })
    } finally {
      document.removeEventListener('visibilitychange', wait)
      this.#playback.delete()
      this.#player.delete()
    }
  }

  async #play() {
    const frame = () => new Promise(requestAnimationFrame)
    let [time, last] = [0, await frame()]
    while (time < this.#player.duration && !this.#isCanceled) {
      const now = await frame()
      time = Math.min(this.#player.duration, time + (Math.min(LATEST_FRAME, now - last) / 1000) * this.#speed)
      last = now
      this.#show(time)
      this.#playback.follow(time, this.#speed)
    }
    const end = performance.now() + LAST_PICTURE
    while (performance.now() < end && !this.#isCanceled) {
      await frame()
      this.#show(time)
    }
  }

  #show(time) {
    let isWhole = this.#player.seek(time) || time === 0
    const { drawing } = this.#player
    const changed = drawing.changedRect()
    const { width, height } = drawing
    if (this.#source.width !== width || this.#source.height !== height) {
      Object.assign(this.#source, { width, height })
      isWhole = true
    }
    if (isWhole || changed) {
      const { x, y, ...size } = isWhole ? { x: 0, y: 0, width, height } : changed
      const pixels = new ImageData(drawing.pixels, width, height)
      this.#source.getContext('2d').putImageData(pixels, 0, 0, x, y, size.width, size.height)
    }
    const context = this.#canvas.getContext('2d', { alpha: false })
    // Films have no transparency.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(this.#source, 0, 0, this.#canvas.width, this.#canvas.height)
  }
}
