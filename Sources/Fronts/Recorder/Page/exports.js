// Pictures and films of the drawing: files, the clipboard, other programs, and paper.

import { find, make, say } from './controls.js'
import { download } from './files.js'
import { filmType } from './film.js'

/** The extensions of films, by the beginnings of their types. */
const EXTENSIONS = [['video/mp4', 'mp4'], ['video/webm', 'webm'], ['image/png', 'apng']]

/** Exports the drawing of a recorder. */
export class Exports {
  #recorder
  #session

  constructor(recorder) {
    this.#recorder = recorder
    this.#session = recorder.session
    addEventListener('beforeprint', () => this.#layPapers())
    addEventListener('afterprint', () => this.#removePapers())
  }

  /** The name of a file of the page that is shown, without an extension. */
  get #name() {
    const { documents, pages } = this.#recorder
    return pages.count > 1 ? `${documents.name}-${pages.index + 1}` : documents.name
  }

  #png() { return new Blob([this.#session.drawing.png({ metadata: true })], { type: 'image/png' }) }

  savePNG() { this.#recorder.attempt(() => download(this.#png(), `${this.#name}.png`)) }

  saveSVG() {
    this.#recorder.attempt(() =>
      download(new Blob([this.#session.drawing.svg()], { type: 'image/svg+xml' }), `${this.#name}.svg`))
  }

  /** Saves an SVG that draws itself, with the speed and the pauses of the replay. */
  saveSVGFilm() {
    this.#recorder.attempt(() => {
      const film = this.#session.drawing.svgFilm(this.#recorder.replay.pace)
      download(new Blob([film], { type: 'image/svg+xml' }), `${this.#name}-film.svg`)
      if (this.#session.sounds.size > 0) say('The SVG has no sound: a video has it.')
    })
  }

  /** Saves an animated PNG. */
  saveAnimation() {
    return this.#saveFilm(() => this.#recorder.replay.animation(this.#session))
  }

  /** Saves a video, which takes as long as it plays. */
  saveVideo() {
    if (!filmType()) {
      const actions = [['Save as animated PNG', () => this.saveAnimation()]]
      return say('This browser makes no videos.', { isError: true, actions })
    }
    return this.#saveFilm(() => this.#recorder.replay.film(this.#session))
  }

  /** Saves the film that `make` begins, and shows what it does. */
  async #saveFilm(make) {
    this.#recorder.endTouches()
    await this.#recorder.microphone.stop()
    let message
    try {
      const name = this.#name
      const film = make()
      message = say(film.description(0), { actions: [['Cancel', () => film.cancel()]] })
      const file = await film.record((share) => message.change(film.description(share)))
      if (file) download(file, `${name}.${EXTENSIONS.find(([type]) => file.type.startsWith(type))[1]}`)
    } catch (error) {
      say(`The film cannot be made: ${error.message}`, { isError: true })
    } finally {
      message?.remove()
    }
  }

  async copy() {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': this.#png() })])
      say('The picture is copied.')
    } catch (error) {
      say(`The picture cannot be copied (${error.message}); save it as PNG.`, { isError: true })
    }
  }

  async share() {
    try {
      const files = [new File([this.#png()], `${this.#name}.png`, { type: 'image/png' })]
      await navigator.share({ files, title: this.#name })
    } catch (error) {
      if (error.name !== 'AbortError') say(`The picture cannot be shared (${error.message}).`, { isError: true })
    }
  }

  /** Lays the finished pages on the papers that are printed, whatever part of them the window shows. */
  #layPapers() {
    this.#removePapers()
    this.#recorder.attempt(() => {
      for (const [index, page] of this.#recorder.pages.list.entries()) {
        const paper = index === 0 ? find('paper') : make('canvas', { className: 'paper' })
        const { width, height, data } = this.#recorder.pages.picture(page)
        Object.assign(paper, { width, height })
        paper.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0)
        document.body.append(paper)
      }
    })
  }

  #removePapers() {
    for (const paper of [...document.querySelectorAll('.paper')].slice(1)) paper.remove()
  }
}
