// Turning pages, and changing them.

import { say } from './controls.js'

/** Changes the pages of a recorder, or which one is shown. */
export class Turning {
  #recorder
  #pages
  #keeper

  constructor(recorder, keeper) { [this.#recorder, this.#pages, this.#keeper] = [recorder, recorder.pages, keeper] }

  /** Lets `change` change the pages. What the user does on the page that is shown has ended before. */
  turn(change) {
    const { microphone, strip } = this.#recorder
    const isHeard = microphone.isOn
    this.#recorder.leavePage()
    this.#recorder.attempt(() => {
      strip.drawShown()
      change(this.#pages)
    })
    this.#keeper.keep(this.#pages)
    if (isHeard) say('The sound has ended with its page.')
  }

  /** Shows the page `step` pages on, if there is one. */
  by(step) {
    const page = this.#pages.list[this.#pages.index + step]
    if (page) this.turn((pages) => pages.show(page))
  }

  add() { this.turn((pages) => pages.add()) }

  remove() {
    const number = this.#pages.index + 1
    this.turn((pages) => pages.remove())
    say(`Page ${number} is deleted.`, { actions: [['Undo', this.undoing()]], isBrief: true })
  }

  /** A function that undoes what was done last, unless something came after it. */
  undoing() {
    const moment = () => [this.#pages.current.key, this.#recorder.session.drawing.undoCount].join()
    const done = moment()
    return () => (moment() === done ? this.#recorder.goBack('undo') : say('Undo first what came after it.'))
  }
}
