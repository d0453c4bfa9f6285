// The bar that replays the drawing.

import { Animation } from './animation.js'
import { button, find, make, relabel, toggle } from './controls.js'
import { Film } from './film.js'
import { Player, clock } from './player.js'
import { Playback } from './sounds.js'

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16]
/** Longer pauses are shortened to this, in seconds. */
const IDLE_LIMIT = 0.5

/** Replays a log instead of showing the drawing. */
export class ReplayBar {
  #doodle
  #surface
  #player
  #sounds
  #playback
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
    const cut = toggle('Cut pauses', () => {
      cut.setAttribute('aria-checked', String(!this.#isCut))
      const share = this.#time / (this.#player.duration || 1)
      this.#player.cut(this.#idleLimit)
      this.#openSound()
      this.#show(share * this.#player.duration)
    })
    const play = button('play', 'Play', 'Space', () => this.toggle())
    const close = button('close', 'Back to the drawing', 'Esc', ended)
    // `play` is the id of the button that opens the replay.
    play.id = 'play-pause'
    close.removeAttribute('id')
    Object.assign(this, { speed, slider, cut, play })
    find('replay').append(
      play, slider, make('output', { id: 'time' }), make('span', { className: 'break' }),
      button('back', 'One event back', ',', () => this.step(true)), button('forward', 'One event on', '.', () => this.step(false)),
      speed, cut, close)
  }

  get isOpen() { return this.#player !== undefined }

  get #isCut() { return this.cut.getAttribute('aria-checked') === 'true' }
  get #idleLimit() { return this.#isCut ? IDLE_LIMIT : Infinity }

  /** How many times as fast as the hand it plays, and to how many seconds it shortens pauses. */
  get pace() { return { speed: Number(this.speed.value), idleLimit: this.#idleLimit } }

  /** A video and an animated PNG of a session with this pace. */
  film(session) { return new Film(this.#doodle, session, this.pace) }
  animation(session) { return new Animation(this.#doodle, session, this.pace) }

  /** Plays a log from its beginning. */
  open(session) {
    this.#player = new Player(this.#doodle, session.log(), session, this.#idleLimit)
    this.#sounds = session.sounds
    this.#openSound()
    find('replay').hidden = false
    this.#surface.show(this.#player.drawing, this.#surface.size)
    this.#show(0)
    this.play.focus()
    this.toggle()
  }

  /** Sound is heard if no pauses are cut. */
  #openSound() {
    this.#playback?.delete()
    this.#playback = new Playback(this.#idleLimit === Infinity ? this.#player.cues : [], this.#sounds)
  }

  close() {
    this.pause()
    this.#playback.delete()
    this.#playback = undefined
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
    this.#playback.pause()
    relabel(this.play, 'play', 'Play')
  }

  /** Shows the next moment at which something happens, or, `isBack`, the one before. */
  step(isBack) {
    this.pause()
    this.#show(this.#player.neighbor(this.#time, isBack))
  }

  /** Plays slower or faster. */
  changeSpeed(step) {
    this.speed.selectedIndex = Math.min(SPEEDS.length - 1, Math.max(0, this.speed.selectedIndex + step))
  }

  /** Shows the moment `time`, in seconds. */
  seek(time) { this.#show(time) }

  #step(now) {
    if (!this.#isPlaying) return
    const time = this.#time + (Math.max(0, now - this.#last) / 1000) * Number(this.speed.value)
    this.#last = now
    this.#show(time)
    if (time >= this.#player.duration) return this.pause()
    this.#playback.follow(time, Number(this.speed.value))
    requestAnimationFrame((next) => this.#step(next))
  }

  #show(time) {
    this.#time = Math.min(Math.max(0, time), this.#player.duration)
    if (this.#player.seek(this.#time)) this.#surface.show(this.#player.drawing, this.#surface.size)
    else this.#surface.draw()
    this.slider.max = this.#player.duration
    this.slider.value = this.#time
    const digits = this.#player.duration < 60 ? 1 : 0
    find('time').value = `${clock(this.#time, digits)} / ${clock(this.#player.duration, digits)}`
    this.slider.setAttribute('aria-valuetext', clock(this.#time, digits))
  }
}
