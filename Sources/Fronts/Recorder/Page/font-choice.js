// The choice of a font for texts: what the bar of styles has, and font files that the user opens, drops or removes.

import { make, say } from './controls.js'
import { choose } from './files.js'
import { endingOf } from './font-faces.js'
import { BUILT_IN, FONT_TYPES } from './fonts.js'
import { chooseLocalFont } from './local-fonts.js'

/** The items of the list that are no fonts. */
const [OPEN, LOCAL, REMOVE] = ['open', 'local', 'remove']

const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`

/** The fonts that a recorder offers, and what the user does with them. */
export class FontChoice {
  #recorder
  #fonts
  /** Gives what the bar shows another font. */
  #set
  /** The font of what the bar shows; undefined if it has none. */
  #shown
  /** The message about what the text that was written last lacks. */
  #note

  constructor(recorder) { [this.#recorder, this.#fonts] = [recorder, recorder.fonts] }

  // The bar.

  /** Builds the list of the bar. `set` is called with a font that is chosen. Returns it, with a function that shows a font. */
  build(set) {
    this.#set = set
    const element = make('select', { id: 'font', 'aria-label': 'Font', title: 'Font' })
    element.onchange = () => {
      const { value } = element
      element.value = this.#shown
      const action = { [OPEN]: () => this.open(), [LOCAL]: () => this.#takeLocal(), [REMOVE]: () => this.#remove() }[value]
      if (action) action()
      else this.#choose(value)
    }
    // Arrows would do at once what an item says, on the way to another one.
    element.onkeydown = (event) => {
      if (!event.key.startsWith('Arrow') || event.altKey || !element.showPicker) return
      event.preventDefault()
      element.showPicker()
    }
    return { element, show: (font) => this.#show(element, font) }
  }

  #choose(font) {
    this.#set(font)
    if (this.#recorder.toolName === 'select') this.sayLacks(this.#recorder.selecting.ids)
  }

  #show(element, font) {
    // The tool has no font that is gone.
    if (font !== undefined && this.#recorder.toolName === 'text' && !this.#fonts.has(font)) font = BUILT_IN
    element.hidden = font === undefined
    this.#shown = font
    if (font === undefined) return
    const item = (value, label) => make('option', { value }, label)
    const choices = this.#fonts.choices.map(({ name, label }) => item(name, label))
    const isListed = font === BUILT_IN || choices.some(({ value }) => value === font)
    // A log may name a path, or a file that is missing.
    const own = isListed ? [] : [item(font, this.#fonts.has(font) ? font : `${font} (missing)`)]
    const actions = [item(OPEN, 'Open a font file…')]
    if (globalThis.queryLocalFonts) actions.push(item(LOCAL, 'Fonts of this computer…'))
    if (this.#fonts.file(font)) actions.push(item(REMOVE, 'Remove this font'))
    element.replaceChildren(item(BUILT_IN, 'Built-in'), ...own, ...choices, make('hr'), ...actions)
    element.value = font
  }

  // Files.

  /** Opens font files that the user chooses. */
  async open() { await this.take(await choose(FONT_TYPES, true)) }

  /**
   * Takes font files. What the bar shows gets the last one, if it `isUsed`. Returns the names that logs give to the
   * files, by their own; undefined if one cannot be read.
   */
  async take(files, isUsed = true) {
    const taken = new Map()
    for (const file of files) {
      const name = await this.#add(file.name, file, true)
      if (name === undefined) return undefined
      taken.set(file.name, name)
    }
    if (taken.size > 0 && isUsed) this.#use([...taken.values()].at(-1))
    return taken
  }

  /** Adds a file, and says what is odd about it. Returns its name; undefined if it cannot be read. */
  async #add(file, blob, isFile) {
    try {
      const bytes = new Uint8Array(await blob.arrayBuffer())
      const name = /\.(ttf|otf|ttc|otc)$/i.test(file) ? file : file.replace(/\.[^.]*$/, '') + endingOf(bytes)
      const added = await this.#fonts.add(name, bytes, isFile && name === file)
      if (added.colors === 'one') say(`${file} draws its emoji in one color, that of the text.`)
      if (added.colors === 'none') say(`${file} has its emoji as pictures in color, of which nothing is drawn.`, { isError: true })
      if (!added.isKept) say(`The browser does not keep ${file}: open it again when you are here again.`, { isError: true })
      return added.name
    } catch (error) {
      const advice = /outlines|pictures/.test(error.message) ? '; Noto Emoji has some, of one color' : ''
      say(`${file} cannot be used as a font: ${error.message}${advice}.`, { isError: true })
      return undefined
    }
  }

  /** Gives a font to what the bar shows, and to texts of the drawing that lack it. */
  #use(name) {
    this.#renew()
    if (this.#shown === undefined) {
      const { label } = this.#fonts.choices.find((choice) => choice.name === name)
      say(`${label} is among the fonts of texts now.`)
    } else if (this.#shown !== name) this.#choose(name)
  }

  /** Draws the texts anew whose fonts have come. */
  #renew() {
    const { pages, session, strip } = this.#recorder
    this.#recorder.closeReplay()
    if (pages.fonts.length > 0) {
      session.renewFonts()
      strip.renew()
    }
    this.#recorder.showState()
    this.#recorder.showStyle()
  }

  async #takeLocal() {
    const chosen = await chooseLocalFont()
    if (!chosen) return
    const name = await this.#add(chosen.file, chosen.blob, false)
    if (name === undefined) return
    const face = this.#fonts.file(name).faces.findIndex(({ postScript }) => postScript === chosen.postScript)
    this.#use(face > 0 ? `${name}#${face}` : name)
  }

  /** Removes the font that is shown, unless the drawing has it. */
  async #remove() {
    const { name } = this.#fonts.file(this.#shown)
    if (this.#fonts.isNamed(name, this.#recorder.pages.fonts)) {
      return say(`${name} stays, because this drawing has texts in it, or had them in a step that can be undone.`)
    }
    const [font, row] = [this.#shown, await this.#fonts.remove(name)]
    this.#set(BUILT_IN)
    this.#recorder.showStyle()
    const putBack = async () => {
      await this.#fonts.putBack(row)
      this.#recorder.showStyle()
      if (this.#shown !== undefined) this.#set(font)
    }
    say(`${name} is removed; earlier drawings in it need the file again.`, { actions: [['Undo', putBack]], isBrief: true })
  }

  // What is lacking.

  /** Says what the fonts of texts lack, in one line. */
  sayLacks(ids) {
    this.#note?.remove()
    const { warning } = this.#recorder.session.drawing.styles(ids).find((style) => style.warning) ?? {}
    if (!warning) return
    // No font joins letters here.
    const actions = warning.includes('lacks') ? [['Open a font', () => this.open()]] : []
    this.#note = say(sentence(warning), { actions, isBrief: true })
  }

  /** Says which fonts texts of the drawing lack: the built-in one draws them. */
  sayMissing(name) {
    const missing = [...new Set(this.#fonts.lacking(this.#recorder.pages.fonts))].join(', ')
    if (!missing) return
    say(`${name} lacks the font ${missing}: the built-in one draws its texts.`, {
      isError: true, actions: [['Open a font', () => this.open()]],
    })
  }
}
