// Connects the parts of the page.

import { buildBars } from './bars.js'
import { find, say, showTool } from './controls.js'
import { Documents } from './documents.js'
import { Exports } from './exports.js'
import { FontChoice } from './font-choice.js'
import { Fonts } from './fonts.js'
import { Hand } from './canvas-input.js'
import { listenToIncoming } from './incoming.js'
import { Keeper } from './autosave.js'
import { Microphone } from './microphone.js'
import { PageEdge } from './page-edge.js'
import { PageStrip } from './page-strip.js'
import { Pages } from './pages.js'
import { ReplayBar } from './replay.js'
import { Selecting } from './selecting.js'
import { Session } from './session.js'
import { sayItCannotKeep, showState, showZoom } from './state.js'
import { SelectionStyle, buildStyle } from './style.js'
import { Surface } from './surface.js'
import { Palette } from './tools.js'
import { Turning } from './turning.js'

/** Records what a user draws. */
export class Recorder {
  #options
  #palette
  #keeper
  #listenToKeys

  /**
   * `options` come from the command: the canvas' `size` in points, the `tool` line, the `background`, and its
   * `picture`, {name, width, height, data}.
   */
  constructor(doodle, options) {
    this.engine = doodle
    this.#options = options
    this.#palette = new Palette(options.tool)
    this.surface = new Surface(
      find('canvas'), find('frame'), () => this.#showView(), (error) => this.attempt(() => this.session.fail(error)))
    this.fonts = new Fonts(doodle)
    this.session = new Session(doodle, this.fonts, (isAnother) => this.#changed(isAnother), () => this.hand.now)
    this.pages = new Pages(
      this.session, { now: () => this.hand.now, restart: (time) => this.hand.restartClock(time) }, () => this.#pagesChanged())
    this.selecting = new Selecting(this.session, this.surface, () => this.#paletteChanged())
    this.#keeper = new Keeper((error) => this.cannotKeep(error))
    this.documents = new Documents(this, this.#keeper)
    this.exports = new Exports(this)
    this.replay = new ReplayBar(doodle, this.surface, () => this.closeReplay())
    this.hand = new Hand(this, this.surface, this.#palette)
    this.microphone = new Microphone(this)
    this.fontChoice = new FontChoice(this)
    this.showStyle = buildStyle(find('style'), () => this.#style, (change) => {
      this.attempt(change)
      this.#paletteChanged()
    }, this.fontChoice)
    this.turning = new Turning(this, this.#keeper)
    this.strip = new PageStrip(this)
    this.edge = new PageEdge(this)
    this.#listenToKeys = buildBars(this)
    this.#paletteChanged()
  }

  /** Begins a new drawing, and listens to the user. The engine must have begun. */
  start() {
    this.begin()
    this.#listenToKeys()
    this.#listen()
    find('app').inert = false
  }

  /** What has the settings that the bar shows: the tool, or what is selected. */
  get #style() { return this.#palette.name === 'select' ? new SelectionStyle(this.selecting) : this.#palette }

  /** The name of the chosen tool. */
  get toolName() { return this.#palette.name }
  /** The chosen tool and its settings. */
  get palette() { return this.#palette }

  /** Shows the drawing that the tab had, in the fonts that the browser keeps. */
  async restore() {
    await this.fonts.read()
    this.showStyle()
    await this.documents.restore()
  }

  /** Begins a new drawing. */
  begin() {
    const { picture, background } = this.#options
    const pictures = new Map(picture ? [[picture.name, picture]] : [])
    this.leavePage()
    this.strip.toggle(false)
    if (this.attempt(() => this.pages.begin(this.header(picture, background), pictures))) this.documents.begun()
  }

  /** Ends what the user does on the page that is shown, and keeps it. */
  leavePage() {
    this.closeReplay()
    find('entry')?.blur()
    this.microphone.stop()
    this.endTouches()
    this.#keeper.keep(this.pages)
  }

  endTouches() { this.hand.endTouches() }

  /** The header of a new drawing. The canvas is as large as the picture or, without one, the window. */
  header(picture, background = '#ffffff') {
    const room = [find('frame').clientWidth, find('frame').clientHeight].map((side) => Math.max(16, Math.floor(side)))
    return {
      size: this.#options.size ?? (picture ? [picture.width, picture.height] : room),
      scale: picture && !this.#options.size ? 1 : devicePixelRatio,
      background: picture?.name ?? background, model: this.engine.model,
    }
  }

  // Reactions to changes.

  #changed(isAnother) {
    const { drawing, header } = this.session
    if (isAnother) {
      this.selecting.forget()
      this.surface.view.fit()
      this.surface.show(drawing, this.session.size)
      find('canvas').classList.toggle('clear', header.background === 'none')
      // The browser still keeps the previous drawing.
      this.showState()
    } else if (!this.replay.isOpen) {
      this.surface.drawSoon(() => this.#afterFrame())
    }
  }

  #afterFrame() {
    this.#keeper.keep(this.pages)
    this.strip.drawSoon()
    // Only what is selected moves off the page.
    if (!this.hand.isDown && !this.selecting.isBusy && (this.toolName === 'select' || this.surface.view.isZoomed)) this.surface.reach()
    this.showState()
  }

  #pagesChanged() {
    this.documents.noteShown()
    this.strip.show()
    // The browser may still keep the drawing before.
    this.showState()
  }

  /** Shows what can be undone, and whether the drawing is saved and kept. */
  showState() {
    this.#showView()
    if (!this.selecting.isEmpty) this.showStyle()
    showState(this, this.#keeper.isKeeping, this.engine.isPlain)
  }

  /** Shows what lies over the canvas where the view has it. */
  #showView() {
    this.selecting.show(this.replay.isOpen)
    const { view } = this.surface
    this.edge.show(this.surface.isBeyond)
    showZoom(view)
  }

  /** Reports that the browser can keep no more. */
  cannotKeep(error) {
    this.showState()
    sayItCannotKeep(error, this.documents)
  }

  /** Runs `body`; an error becomes a message. Returns whether it succeeded. */
  attempt(body) {
    try {
      body()
      return true
    } catch (error) {
      say(error.message, { isError: true })
      return false
    }
  }

  // The controls.

  #paletteChanged() {
    showTool(this.#palette.name)
    this.showStyle()
  }

  chooseTool(name) {
    this.closeReplay()
    find('entry')?.blur()
    this.selecting.cancel()
    this.#palette.name = name
    if (name !== 'select') this.selecting.select([])
    this.#paletteChanged()
  }

  /** Lets `body` change the drawing, unless a replay is shown. */
  change(body) {
    if (this.replay.isOpen) return
    this.selecting.cancel()
    this.attempt(body)
  }

  /** Applies a command of the log. */
  command(name, values) { this.change(() => this.session.commands([{ command: name, ...values }])) }

  /** Undoes or redoes a step. */
  goBack(name) {
    this.change(() => {
      if (this.pages.canGoBack(name)) this.turning.turn((pages) => pages.goBack(name))
      else if (this.session.drawing[`${name}Count`] > 0) this.session[name]()
    })
  }

  selectAll() {
    this.chooseTool('select')
    this.selecting.selectAll()
  }

  paste() {
    if (!this.selecting.hasCopied) return
    this.chooseTool('select')
    this.change(() => this.selecting.paste())
  }

  selectNext() {
    this.chooseTool('select')
    this.selecting.selectNext()
  }

  zoom(factor) { this.surface.look((view) => view.zoomTo(view.zoom * factor)) }

  #listen() {
    addEventListener('resize', () => this.#resized())
    addEventListener('pagehide', () => this.#keeper.keep(this.pages))
    addEventListener('beforeunload', (event) => {
      if (this.pages.isUnsaved && !this.#keeper.isKeeping) event.preventDefault()
    })
    listenToIncoming(this)
  }

  #resized() {
    const isFree = this.pages.isEmpty && !this.#options.size && this.session.pictures.size === 0
    // A phone makes room for its keyboard.
    if (isFree && !this.hand.isDown && !find('entry')) this.begin()
    this.surface.fit()
  }

  // Replay.

  async openReplay() {
    if (this.replay.isOpen) return
    this.endTouches()
    if (this.microphone.isOn) await this.microphone.stop()
    if (!this.attempt(() => this.replay.open(this.session))) return
    find('style').hidden = true
    find('canvas').classList.add('playing')
    this.#showView()
  }

  closeReplay() {
    if (!this.replay.isOpen) return
    this.replay.close()
    find('style').hidden = false
    find('canvas').classList.remove('playing')
    this.surface.show(this.session.drawing, this.surface.size)
    this.#paletteChanged()
    this.#afterFrame()
  }
}
