// Sounds that were recorded beside the touches.

import { parsed } from './pointers.js'

/** A sound that is farther from its place, in seconds, is moved there. */
const LATEST = 0.2
/** How long a film waits for the sounds, in milliseconds. */
const LONGEST_WAIT = 3000

/** The file of a sound, which grows while it is recorded. */
export class Sound {
  /** Each of bytes. */
  parts = []
  /** The time in the log up to which it was recorded, in seconds. */
  until = 0

  /** `isFile` tells whether the user has it as a file. */
  constructor(type, isFile) { [this.type, this.isFile] = [type, isFile] }

  static async of(file) {
    const sound = new Sound(file.type, true)
    sound.parts.push(new Uint8Array(await file.arrayBuffer()))
    return sound
  }

  get blob() { return new Blob(this.parts, { type: this.type }) }
  get byteCount() { return this.parts.reduce((sum, part) => sum + part.length, 0) }
}

/** The sounds that a log names: the path of each, and the numbers of the lines with which it begins and ends. */
export function cuesOf(log) {
  const cues = []
  if (!log.includes('"sound"')) return cues
  for (const [number, text] of log.split('\n').entries()) {
    const line = text.includes('"sound"') ? parsed(text) : undefined
    if (line?.command !== 'sound') continue
    if (cues.length > 0) cues.at(-1).end ??= number
    if (typeof line.path === 'string') cues.push({ path: line.path, start: number })
  }
  return cues
}

/** The paths that a log gives to sounds, by the names of their files. */
export const soundPaths = (log) => new Map(cuesOf(log).map(({ path }) => [path.split('/').at(-1), path]))

/** Plays the sounds of a log with its replay. */
export class Playback {
  #places
  #context

  /** `cues` are {path, start, end}, with times of the replay in seconds. `sounds` are those of the session. */
  constructor(cues, sounds) {
    this.#places = cues.filter(({ path }) => sounds.has(path))
      .map((cue) => ({ ...cue, audio: new Audio(URL.createObjectURL(sounds.get(cue.path).blob)) }))
  }

  get isEmpty() { return this.#places.length === 0 }

  /**
   * A track with what is played, for a film, when the sounds can be played; it is not heard then. Undefined if nothing
   * is, or if the browser cannot: some browsers cannot without a loudspeaker.
   */
  async track() {
    if (this.isEmpty) return undefined
    this.#context = new AudioContext()
    const output = this.#context.createMediaStreamDestination()
    const ready = this.#places.map(({ audio }) => new Promise((resolve) => {
      audio.oncanplaythrough = audio.onerror = resolve
      audio.preload = 'auto'
      this.#context.createMediaElementSource(audio).connect(output)
    }))
    const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))
    await Promise.race([Promise.all([this.#context.resume(), ...ready]), late])
    return this.#context.state === 'running' ? output.stream.getAudioTracks()[0] : undefined
  }

  /** Plays what is heard at a moment, in seconds, at a speed. */
  follow(time, speed) {
    for (const { start, end, audio } of this.#places) {
      const at = time - start
      const isOver = time >= end || (audio.ended && at >= audio.currentTime)
      if (at < 0 || isOver) {
        audio.pause()
        continue
      }
      audio.playbackRate = speed
      if (Math.abs(audio.currentTime - at) > LATEST * Math.max(1, speed)) audio.currentTime = at
      // A browser that reads no such file plays the rest.
      if (audio.paused) audio.play().catch(() => {})
    }
  }

  pause() { for (const { audio } of this.#places) audio.pause() }

  delete() {
    this.pause()
    for (const { audio } of this.#places) URL.revokeObjectURL(audio.src)
    this.#context?.close()
  }
}
