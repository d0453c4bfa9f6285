// Connects the parts of the page.

import { buildStyle, buildTools, button, find, say } from './controls.js'
import { Documents } from './documents.js'
import { typeText } from './entry.js'
import { Keeper } from './keeper.js'
import { listenToKeys } from './keys.js'
import { Menu } from './menu.js'
import { PointerRecorder } from './pointers.js'
import { ReplayBar } from './replay.js'
import { Session } from './session.js'
import { Surface } from './surface.js'
import { Palette } from './tools.js'

/** Records what a user draws. */
export class Recorder {
  #doodle
  #options
  #surface = new Surface(find('canvas'), find('frame'))
  #session
  #pointers
  #palette
  #keeper
  #documents
  #replay
  #showStyle
  /** The name of the newest stroke model. */
  #model

  /**
   * `options` come from the command: the canvas' `size` in points, the `tool` line, the `background`, and its
   * `picture`, {name, width, height, data}.
   */
  constructor(doodle, options) {
    this.#doodle = doodle
    const drawing = doodle.newDrawing()
    this.#model = drawing.model
    drawing.delete()
    this.#options = options
    this.#palette = new Palette(options.tool)
    this.#session = new Session(doodle, (isAnother) => this.#changed(isAnother))
    this.#keeper = new Keeper((error) => this.cannotKeep(error))
    this.#documents = new Documents(this, this.#keeper)
    this.#replay = new ReplayBar(doodle, this.#surface, () => this.closeReplay())
    this.#pointers = new PointerRecorder({
      position: (event) => this.#surface.position(event),
      apply: (lines) => this.attempt(() => this.#session.apply(lines)),
      begin: (isEraser) =>
        this.attempt(() =>
          this.#session.useTool(JSON.stringify(isEraser ? this.#palette.eraserLine : this.#palette.line))),
    })
    this.#build()
    this.#listen()
  }

  get session() { return this.#session }
  get documents() { return this.#documents }
  get replay() { return this.#replay }
  /** The name of the chosen tool. */
  get toolName() { return this.#palette.name }

  /** Begins with the drawing that the tab had, or with a new one. */
  async start() {
    this.begin()
    await this.#documents.restore()
  }

  /** Begins a new drawing. */
  begin() {
    const { picture, background } = this.#options
    const pictures = new Map(picture ? [[picture.name, picture]] : [])
    this.closeReplay()
    this.#keeper.keep(this.#session)
    if (!this.attempt(() => this.#session.begin(this.header(picture, background), pictures))) return
    this.restartClock()
    this.#documents.begun()
  }

  /** Restarts the clock of the log: the next times count from `offset`, in seconds. */
  restartClock(offset = 0) { this.#pointers.restart(offset) }

  endTouches() { this.#pointers.endAll() }
  /** Takes back what is being drawn. Returns whether there was anything. */
  cancelTouches() { return this.#pointers.cancelAll() }

  /** The header of a new drawing. The canvas is as large as the picture or, without one, the window. */
  header(picture, background = '#ffffff') {
    const room = [find('frame').clientWidth, find('frame').clientHeight].map((side) => Math.max(16, Math.floor(side)))
    return {
      size: this.#options.size ?? (picture ? [picture.width, picture.height] : room),
      scale: picture && !this.#options.size ? 1 : devicePixelRatio,
      background: picture?.name ?? background, model: this.#model,
    }
  }

  // Reactions to changes.

  #changed(isAnother) {
    const { drawing, header } = this.#session
    if (isAnother) {
      this.#surface.show(drawing, this.#canvasSize(header, drawing))
      find('canvas').classList.toggle('clear', header.background === 'none')
      // The browser still keeps the previous drawing.
      this.#showState()
    } else if (!this.#replay.isOpen) {
      this.#surface.drawSoon(() => this.#afterFrame(), (error) => this.attempt(() => this.#session.fail(error)))
    }
  }

  #afterFrame() {
    this.#keeper.keep(this.#session)
    this.#showState()
  }

  #showState() {
    const { drawing, isEmpty, isUnsaved } = this.#session
    this.#showSelection()
    find('hint').hidden = !isEmpty || this.#session.pictures.size > 0
    find('undo').disabled = drawing.undoCount === 0
    find('redo').disabled = drawing.redoCount === 0
    find('clear').disabled = isEmpty
    find('play').disabled = isEmpty || this.#doodle.isPlain === true
    const kept = this.#keeper.isKeeping ? ', kept in this browser' : ''
    find('state').value = isEmpty ? 'Nothing drawn yet' : `${isUnsaved ? 'Not saved' : 'Saved'} as a file${kept}`
    for (const id of ['state', 'save']) find(id).classList.toggle('unsaved', isUnsaved)
    document.title = `${isUnsaved ? '• ' : ''}doodle recorder`
  }

  #canvasSize({ size, scale = 1 }, drawing) {
    return size ? { width: size[0], height: size[1] } : { width: drawing.width / scale, height: drawing.height / scale }
  }

  #showSelection() {
    const selection = this.#replay.isOpen ? null : this.#session.drawing.selection
    find('selection').hidden = !selection
    if (!selection) return
    const box = this.#surface.box(selection)
    for (const side of ['left', 'top', 'width', 'height']) find('selection').style[side] = `${box[side]}px`
  }

  /** Reports that the browser can keep no more. */
  cannotKeep(error) {
    this.#showState()
    const isFull = error?.name === 'QuotaExceededError'
    say(
      isFull
        ? 'The browser has no more room to keep the drawing: save it as a file.'
        : `The browser does not keep the drawing while you draw (${error?.message ?? error}): save it as a file.`,
      {
        isError: true,
        actions: [
          ['Save', () => this.#documents.save()], ...(isFull ? [['Earlier drawings', () => this.#documents.showEarlier()]] : []),
        ],
      })
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

  #build() {
    const documents = this.#documents
    find('history').append(
      button('undo', 'Undo', 'Ctrl Z', () => this.command('undo')),
      button('redo', 'Redo', 'Ctrl Shift Z', () => this.command('redo')),
      button('clear', 'Clear', '', () => this.command('clear')))
    buildTools(find('tools'), (name) => this.chooseTool(name))
    find('actions').append(
      button('play', 'Replay', '', () => this.openReplay(), { isShown: true }),
      button('open', 'Open', 'Ctrl O', () => documents.chooseFiles(), { isShown: true }),
      button('save', 'Save', 'Ctrl S', () => documents.save(), { isShown: true, isMain: true }),
      button('more', 'More', '', () => {}))
    this.#showStyle = buildStyle(find('style'), this.#palette, () => this.#paletteChanged())
    const share = navigator.canShare ? [['Share', '', () => documents.share()]] : []
    const menu = new Menu(find('more'), [
      ['Save as PNG', '', () => documents.savePNG()], ['Save as SVG', '', () => documents.saveSVG()],
      ['Copy as PNG', 'Ctrl C', () => documents.copy()], ...share,
      ['Draw over a picture', '', () => documents.choosePicture()],
      ['Delete what is selected', 'Del', () => this.command('delete')],
      ['Select the next element', 'N', () => this.selectNext()], ['Full screen', 'F', () => this.toggleFullScreen()],
      ['New drawing', '', () => documents.startAnew()], ['Earlier drawings', '', () => documents.showEarlier()],
    ])
    listenToKeys(this, menu)
    this.#paletteChanged()
  }

  #paletteChanged() {
    for (const element of find('tools').children) {
      element.setAttribute('aria-pressed', String(element.dataset.tool === this.#palette.name))
    }
    for (const name of ['select', 'text']) find('canvas').classList.toggle(name, this.#palette.name === name)
    this.#showStyle()
  }

  chooseTool(name) {
    this.closeReplay()
    find('entry')?.blur()
    this.#palette.name = name
    if (name !== 'select' && this.#session.drawing.selection) this.command('deselect')
    this.#paletteChanged()
  }

  /** Applies a command of the log. */
  command(name, values) {
    if (this.#replay.isOpen) return
    if (['undo', 'redo', 'delete'].includes(name) && !this.#isPossible(name)) return
    this.attempt(() => this.#session.command(name, values))
  }

  #isPossible(name) {
    const { undoCount, redoCount, selection } = this.#session.drawing
    return { undo: undoCount, redo: redoCount, delete: selection }[name]
  }

  selectNext() {
    const { elements } = this.#session.drawing
    if (elements.length === 0) return
    this.chooseTool('select')
    this.#next = ((this.#next ?? elements.length) - 1 + elements.length) % elements.length
    this.command('select', { id: elements[this.#next] })
  }
  #next

  // Drawing.

  #listen() {
    const canvas = find('canvas')
    if (!window.PointerEvent) {
      say('This browser has no pointer events, so that one cannot draw here.', { isError: true })
    }
    canvas.addEventListener('pointerdown', (event) => this.#pointerDown(event))
    canvas.addEventListener('pointerrawupdate', (event) => this.#pointers.rawUpdate(event))
    canvas.addEventListener('pointermove', (event) => this.#pointers.move(event))
    canvas.addEventListener('pointerup', (event) => this.#pointers.up(event))
    canvas.addEventListener('pointercancel', (event) => this.#pointers.cancel(event))
    canvas.addEventListener('lostpointercapture', (event) => this.#pointers.up(event))
    canvas.addEventListener('dblclick', () => this.editText())
    for (const type of ['touchstart', 'touchmove', 'contextmenu', 'selectstart', 'dragstart', 'gesturestart']) {
      canvas.addEventListener(type, (event) => event.preventDefault(), { passive: false })
    }
    addEventListener('resize', () => this.#resized())
    addEventListener('pagehide', () => this.#keeper.keep(this.#session))
    addEventListener('beforeunload', (event) => {
      if (this.#session.isUnsaved && !this.#keeper.isKeeping) event.preventDefault()
    })
    addEventListener('dragover', (event) => event.preventDefault())
    addEventListener('drop', (event) => {
      event.preventDefault()
      this.#documents.openFiles([...event.dataTransfer.files])
    })
  }

  #pointerDown(event) {
    if (this.#replay.isOpen || event.button > 0 && event.pointerType === 'mouse') return
    // Firefox would lose the events of other fingers: https://bugzilla.mozilla.org/show_bug.cgi?id=1952402
    // What a touch does by default is prevented at `touchstart`.
    if (event.pointerType !== 'touch') event.preventDefault()
    this.#focusCanvas()
    if (this.#palette.name === 'text') {
      const [x, y] = this.#surface.position(event)
      return this.typeText({ x, y })
    }
    try {
      find('canvas').setPointerCapture(event.pointerId)
    } catch {
      // A pointer that is already gone cannot be captured.
    }
    this.#pointers.down(event)
  }

  /** Focuses the canvas for its keys, without a ring until a key is pressed. */
  #focusCanvas() {
    const canvas = find('canvas')
    canvas.classList.add('pointed')
    canvas.focus({ preventScroll: true })
    canvas.addEventListener('blur', () => canvas.classList.remove('pointed'), { once: true })
  }

  /** Lets the user type a text at a position in points. */
  typeText({ x, y }) {
    const { size, opacity } = this.#palette.settings
    const { color } = this.#palette
    typeText(this.#surface, { x, y }, { size, color }, (text) =>
      this.command('text', { text, at: [x, y].map((number) => Number(number.toFixed(2))), size, color, opacity }))
  }

  /** Lets the user type a text in the middle of the canvas. */
  typeInTheMiddle() { this.typeText({ x: this.#surface.size.width / 2, y: this.#surface.size.height / 2 }) }

  /** Lets the user change the words of the selected text. */
  editText() {
    const { selection } = this.#session.drawing
    if (this.#replay.isOpen || this.#palette.name !== 'select' || !selection?.text) return
    // The height of the box is about that of its lines.
    const size = selection.height / selection.text.split('\n').length / 1.2
    typeText(this.#surface, selection, { size, color: '', text: selection.text }, (text) => this.command('edit', { text }))
  }

  #resized() {
    if (this.#session.isEmpty && !this.#options.size && this.#session.pictures.size === 0 && !this.#pointers.isDown) {
      this.begin()
    }
    this.#surface.fit()
    this.#showSelection()
  }

  // Replay.

  openReplay() {
    if (this.#replay.isOpen) return
    this.#pointers.endAll()
    if (!this.attempt(() => this.#replay.open(this.#session))) return
    find('style').hidden = true
    find('canvas').classList.add('playing')
    this.#showSelection()
  }

  closeReplay() {
    if (!this.#replay.isOpen) return
    this.#replay.close()
    find('canvas').classList.remove('playing')
    this.#surface.show(this.#session.drawing, this.#surface.size)
    this.#paletteChanged()
    this.#afterFrame()
  }

  toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen()
    else document.documentElement.requestFullscreen?.().catch((error) => say(error.message, { isError: true }))
  }
}
