// The bar that replays the drawing.

import { button, find, make, relabel } from './controls.js'
import { Player } from './player.js'

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16]
/** Longer pauses are shortened to this, in seconds. */
const IDLE_LIMIT = 0.5

/** Replays a log instead of showing the drawing. */
export class ReplayBar {
  #doodle
  #surface
  #player
  #time = 0
  #isPlaying = false
  #last

  /** `ended` is called when the user returns to the drawing. */
  constructor(doodle, surface, ended) {
    this.#doodle = doodle
    this.#surface = surface
    const speed = make('select', { 'aria-label': 'Speed' })
    for (const factor of SPEEDS) speed.append(make('option', { value: factor, selected: factor === 1 }, `${factor}×`))
    const slider = make('input', { type: 'range', min: 0, step: 'any', 'aria-label': 'Moment' })
    slider.oninput = () => {
      this.pause()
      this.seek(Number(slider.value))
    }
    const cut = make('button', { type: 'button', 'aria-pressed': 'false' }, 'Cut pauses')
    cut.onclick = () => {
      const isCut = cut.getAttribute('aria-pressed') !== 'true'
      cut.setAttribute('aria-pressed', String(isCut))
      const share = this.#time / (this.#player.duration || 1)
      this.#player.cut(isCut ? IDLE_LIMIT : Infinity)
      this.#show(share * this.#player.duration)
    }
    const play = button('play', 'Play', 'Space', () => this.toggle())
    const close = button('close', 'Back to the drawing', 'Esc', ended)
    // `play` is the id of the button that opens the replay.
    play.id = 'play-pause'
    close.removeAttribute('id')
    Object.assign(this, { speed, slider, cut, play })
    find('replay').append(
      play, slider, make('output', { id: 'time' }), make('span', { className: 'break' }), speed, cut, close)
  }

  get isOpen() { return this.#player !== undefined }

  /** Shows the end of a log. */
  open(session) {
    this.#player = new Player(
      this.#doodle, session.log(), session.pictures,
      this.cut.getAttribute('aria-pressed') === 'true' ? IDLE_LIMIT : Infinity)
    find('replay').hidden = false
    this.#surface.show(this.#player.drawing, this.#surface.size)
    this.#show(this.#player.duration)
    this.play.focus()
  }

  close() {
    this.pause()
    this.#player.delete()
    this.#player = undefined
    find('replay').hidden = true
  }

  toggle() {
    if (this.#isPlaying) return this.pause()
    if (this.#time >= this.#player.duration) this.#show(0)
    this.#isPlaying = true
    this.#last = performance.now()
    relabel(this.play, 'pause', 'Pause')
    requestAnimationFrame((now) => this.#step(now))
  }

  pause() {
    this.#isPlaying = false
    relabel(this.play, 'play', 'Play')
  }

  /** Shows the moment `time`, in seconds. */
  seek(time) { this.#show(time) }

  #step(now) {
    if (!this.#isPlaying) return
    const time = this.#time + (Math.max(0, now - this.#last) / 1000) * Number(this.speed.value)
    this.#last = now
    this.#show(time)
    if (time >= this.#player.duration) return this.pause()
    requestAnimationFrame((next) => this.#step(next))
  }

  #show(time) {
    this.#time = Math.min(Math.max(0, time), this.#player.duration)
    if (this.#player.seek(this.#time)) this.#surface.show(this.#player.drawing, this.#surface.size)
    else this.#surface.draw()
    this.slider.max = this.#player.duration
    this.slider.value = this.#time
    find('time').value = `${this.#time.toFixed(1)} / ${this.#player.duration.toFixed(1)} s`
    this.slider.setAttribute('aria-valuetext', `${this.#time.toFixed(1)} seconds`)
  }
}
