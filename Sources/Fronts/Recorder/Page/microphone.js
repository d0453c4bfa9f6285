// The microphone, which records on the clock of the touches.

import { find, say } from './controls.js'
import { clock } from './player.js'
import { Sound } from './sounds.js'

const TYPES = [['audio/webm;codecs=opus', 'webm'], ['audio/mp4', 'm4a'], ['audio/ogg;codecs=opus', 'ogg']]
/** Speech. In bits per second. */
const RATE = 64_000
/** How often the browser gives what was recorded, in milliseconds. It keeps it at once, so that a crash loses no more. */
const PART = 1000

/** Records sound into files that the log of a recorder's drawing names. */
export class Microphone {
  #recorder
  #media
  /** Resolves when the whole sound is there. */
  #whole = Promise.resolve()
  #isAsking = false

  constructor(recorder) {
    this.#recorder = recorder
    find('listening').onclick = () => this.stop()
  }

  get isOn() { return this.#media !== undefined }

  toggle() { return this.isOn ? this.stop() : this.start() }

  /** Asks the user for the microphone, and begins a sound. */
  async start() {
    if (this.#isAsking) return
    this.#isAsking = true
    let stream
    try {
      const [type, extension] = TYPES.find(([name]) => globalThis.MediaRecorder?.isTypeSupported(name)) ?? []
      if (!type || !navigator.mediaDevices) throw new Error('a page has one in a file and by https')
      stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      await this.#record(new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: RATE }), extension)
    } catch (error) {
      for (const track of stream?.getTracks() ?? []) track.stop()
      say(`There is no microphone: ${error.message}`, { isError: true })
    } finally {
      this.#isAsking = false
    }
  }

  /** Resolves when the recording has begun. */
  #record(media, extension) {
    const { session, hand, documents } = this.#recorder
    const sound = new Sound(media.mimeType, false)
    let keep
    let parts = Promise.resolve()
    media.ondataavailable = ({ data }) => {
      if (this.#media === media) sound.until = hand.now
      parts = parts.then(async () => {
        sound.parts.push(new Uint8Array(await data.arrayBuffer()))
        keep()
      })
    }
    this.#whole = new Promise((resolve) => {
      media.onstop = () => {
        if (this.#media === media) {
          this.stop()
          say('The microphone has ended the sound.', { isError: true })
        }
        for (const track of media.stream.getTracks()) track.stop()
        resolve(parts)
      }
    })
    return new Promise((resolve, reject) => {
      media.onerror = ({ error }) => reject(error ?? new Error('it does not record'))
      media.onstart = () => {
        this.#media = media
        const path = documents.soundName(extension)
        session.sounds.set(path, sound)
        keep = documents.keepingSound(path, sound)
        this.#write({ path })
        this.#show(hand.now)
        resolve()
      }
      media.start(PART)
    })
  }

  /** Ends the sound. Resolves when all of it is there. */
  stop() {
    const media = this.#media
    if (media) {
      this.#media = undefined
      this.#write({})
      if (media.state !== 'inactive') media.stop()
      find('listening').hidden = true
    }
    return this.#whole
  }

  #write(values) {
    const { session } = this.#recorder
    this.#recorder.attempt(() => session.commands([{ command: 'sound', ...values }]))
  }

  /** Shows that the microphone is on, and for how long, since a time in the log. */
  #show(start) {
    if (!this.isOn) return
    find('listening').hidden = false
    find('listening').textContent = `Sound ${clock(this.#recorder.hand.now - start)}`
    setTimeout(() => this.#show(start), PART)
  }
}
