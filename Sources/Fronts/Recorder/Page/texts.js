// Texts on the page: those that the user types, pastes and changes.

import { typeText } from './entry.js'
import { BUILT_IN } from './fonts.js'

/** Lets the user write texts with the settings of the text tool. */
export class Texts {
  #recorder
  #surface
  #palette

  constructor(recorder, surface, palette) { [this.#recorder, this.#surface, this.#palette] = [recorder, surface, palette] }

  /** What the command of a text has of the tool's settings. */
  get #textStyle() {
    const { font, ...style } = this.#palette.textStyle
    const { fonts, session } = this.#recorder
    const isFile = font !== BUILT_IN && fonts.has(font)
    // A log may name a font for all texts that follow.
    return isFile || fonts.hasGiven(session.drawing) ? { ...style, font: isFile ? font : BUILT_IN } : style
  }

  /** Lets the user type a text at a position in points. */
  type({ x, y }) {
    const values = { at: [x, y].map((number) => Number(number.toFixed(2))), ...this.#textStyle }
    // Only the preview has it.
    const id = `typed-${performance.now()}`
    const preview = this.#typed(id, (text) => ({ command: 'text', text, id, ...values }))
    typeText(this.#surface, { x, y }, { ...values, family: this.#recorder.fonts.family(values.font) }, preview, (text) => {
      this.#recorder.command('text', { text, ...values })
      this.#sayLacks(this.#recorder.session.drawing.elements.slice(-1))
    })
  }

  /**
   * Shows the words that are typed for an element, which `begin` adds. Returns its box, and what the font lacks;
   * undefined if the engine shows nothing.
   */
  #typed(id, begin) {
    const { session } = this.#recorder
    let isThere = begin === undefined
    return (text) => {
      const isEmpty = text.trim() === ''
      const command = isThere ? { command: 'edit', id, text } : begin?.(text)
      this.#recorder.attempt(() => session.preview(isEmpty ? [] : [command]))
      isThere = begin === undefined || !isEmpty
      const { boxes, elements } = session.drawing
      const box = isEmpty ? undefined : boxes[elements.indexOf(id)]
      return box && { ...box, warning: session.drawing.styles([id])[0]?.warning }
    }
  }

  /** Adds a text in the middle of what is seen, as the tool of texts does, and selects it. */
  add(text) {
    this.#recorder.chooseTool('select')
    const { session, selecting } = this.#recorder
    const command = { command: 'text', text, id: `text-${Math.round(1000 * this.#recorder.hand.now)}`, ...this.#textStyle }
    // Where its box is when it begins at the origin.
    session.preview([{ ...command, at: [0, 0] }])
    const { boxes, elements } = session.drawing
    const box = boxes[elements.indexOf(command.id)] ?? { x: 0, y: 0, width: 0, height: 0 }
    const { x, y, width, height } = this.#surface.view.seen
    // What is larger than the window begins at its corner.
    const at = [
      Math.max(x + 8, x + (width - box.width) / 2) - box.x, Math.max(y + 8, y + (height - box.height) / 2) - box.y,
    ].map(Math.round)
    session.commands([{ ...command, at }])
    selecting.select([command.id])
    this.#sayLacks([command.id])
  }

  #sayLacks(ids) { this.#recorder.fontChoice.sayLacks(ids) }

  /** Lets the user type a text in the middle of what is seen. */
  typeInTheMiddle() {
    const { x, y, width, height } = this.#surface.view.seen
    this.type({ x: x + width / 2, y: y + height / 2 })
  }

  /** Lets the user change the words of the selected text. */
  edit() {
    const { selecting, replay, session } = this.#recorder
    const { ids, styles: [style] } = selecting
    if (replay.isOpen || this.#palette.name !== 'select' || !style?.text) return
    const { elements, boxes } = session.drawing
    const box = boxes[elements.indexOf(ids[0])]
    // The height of the box is about that of its lines.
    const size = box.height / style.text.split('\n').length / 1.2
    const [id] = ids
    const family = this.#recorder.fonts.family(style.font)
    typeText(this.#surface, box, { size, color: '', text: style.text, family }, this.#typed(id), (text) => {
      this.#recorder.command('edit', { id, text })
      this.#sayLacks([id])
    })
  }
}
