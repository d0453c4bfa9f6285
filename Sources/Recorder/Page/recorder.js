// The page: what its parts tell each other.

import { buildStyle, buildTools, button, find, make, say } from './controls.js'
import { choose, download, fileName, pixels, png } from './files.js'
import { PointerRecorder } from './pointers.js'
import { ReplayBar } from './replay.js'
import { Session } from './session.js'
import { Surface } from './surface.js'
import { Keeper } from './storage.js'
import { typeText } from './entry.js'
import { Palette, TOOLS } from './tools.js'

/** In points. */
const NUDGE = 1
const LOG_TYPE = 'application/x-ndjson'

/** Records what a user draws. */
export class Recorder {
  #doodle
  #options
  #surface = new Surface(find('canvas'), find('frame'))
  #session
  #pointers
  #palette
  #keeper
  #replay
  #showStyle
  #name = fileName()
  /** The name of the newest stroke model. */
  #model

  /**
   * `options` are of the command: the canvas' `size` in points, the `tool` line, the `background`, and its `picture`,
   * {name, width, height, data}.
   */
  constructor(doodle, options) {
    this.#doodle = doodle
    const drawing = doodle.newDrawing()
    this.#model = drawing.model
    drawing.delete()
    this.#options = options
    this.#palette = new Palette(options.tool)
    this.#session = new Session(doodle, (isAnother) => this.#changed(isAnother))
    this.#keeper = new Keeper((error) => this.#cannotKeep(error))
    this.#replay = new ReplayBar(doodle, this.#surface, () => this.closeReplay())
    this.#pointers = new PointerRecorder({
      position: (event) => this.#surface.position(event),
      apply: (lines) => this.#attempt(() => this.#session.apply(lines)),
      begin: (isEraser) =>
        this.#attempt(() =>
          this.#session.useTool(JSON.stringify(isEraser ? this.#palette.eraserLine : this.#palette.line))),
    })
    this.#build()
    this.#listen()
  }

  get session() { return this.#session }

  /** Begins with a new drawing, or with the one that was lost. */
  async start() {
    this.begin()
    let lost
    try {
      await this.#keeper.open()
      lost = await this.#keeper.lost()
    } catch (error) {
      this.#cannotKeep(error)
      return
    }
    this.#keeper.begin(this.#session.pictures)
    this.#keeper.keep(this.#session)
    if (!lost || !this.#session.isEmpty) return
    if (lost.wasHere) {
      if (this.#restore(lost)) {
        say('Your drawing is here again.', { actions: [['Start anew', () => this.startAnew()]], isBrief: true })
      }
      return
    }
    const ask = () => {
      if (!this.#session.isUnsaved) return this.#restore(lost)
      say('The drawing is not saved.', { actions: [['Restore the other one instead', () => this.#restore(lost)]] })
    }
    say(`A drawing of ${new Date(lost.started).toLocaleString()} was not saved.`, {
      actions: [['Restore', ask], ['Discard', () => this.#keeper.discard(lost.id)]],
    })
  }

  /** Goes on with a drawing that was lost. Returns whether it could be opened. */
  #restore(lost) {
    if (this.#open(lost.log, lost.pictures, false)) {
      this.#keeper.discard(lost.id)
      return true
    }
    const save = () => download(new Blob([lost.log], { type: LOG_TYPE }), `${fileName(new Date(lost.started))}.jsonl`)
    say('The browser still keeps its log.', { isError: true, actions: [['Save the log', save]] })
    return false
  }

  /** Begins a new drawing. */
  begin() {
    const { picture, background } = this.#options
    const pictures = new Map(picture ? [[picture.name, picture]] : [])
    if (this.#replay.isOpen) this.closeReplay()
    this.#name = fileName()
    this.#attempt(() => this.#session.begin(this.#header(picture, background), pictures))
    this.#pointers.restart()
    this.#keeper.begin(pictures)
  }

  /** The header of a new drawing. A picture is the whole canvas; otherwise it is what there is room for. */
  #header(picture, background = '#ffffff') {
    const room = [find('frame').clientWidth, find('frame').clientHeight].map((side) => Math.max(16, Math.floor(side)))
    return {
      size: this.#options.size ?? (picture ? [picture.width, picture.height] : room),
      scale: picture && !this.#options.size ? 1 : devicePixelRatio,
      background: picture?.name ?? background, model: this.#model,
    }
  }

  // What has changed.

  #changed(isAnother) {
    const { drawing, header } = this.#session
    if (isAnother) {
      this.#surface.show(drawing, this.#canvasSize(header, drawing))
      find('canvas').classList.toggle('clear', header.background === 'none')
      this.#afterFrame()
    } else if (!this.#replay.isOpen) {
      this.#surface.drawSoon(() => this.#afterFrame(), (error) => this.#attempt(() => this.#session.fail(error)))
    }
  }

  /** Keeps what was drawn, and shows the state of the drawing. */
  #afterFrame() {
    const { drawing, isEmpty, isUnsaved } = this.#session
    this.#keeper.keep(this.#session)
    this.#showSelection()
    find('hint').hidden = !isEmpty || this.#session.pictures.size > 0
    find('undo').disabled = drawing.undoCount === 0
    find('redo').disabled = drawing.redoCount === 0
    find('clear').disabled = isEmpty
    find('play').disabled = isEmpty || this.#doodle.isPlain === true
    const kept = this.#keeper.isKeeping ? ', kept in this browser' : ''
    find('state').value = isEmpty ? 'Nothing drawn yet' : isUnsaved ? `Not saved as a file${kept}` : 'Saved'
    find('state').classList.toggle('unsaved', isUnsaved)
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

  #cannotKeep(error) {
    const isFull = error?.name === 'QuotaExceededError'
    say(
      isFull
        ? 'The browser has no more room to keep the drawing: save it as a file.'
        : `The browser does not keep the drawing while you draw (${error?.message ?? error}): save it as a file.`,
      { isError: true, actions: [['Save', () => this.save()]] })
  }

  /** Runs `body`; an error becomes a message. Returns whether it succeeded. */
  #attempt(body) {
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
    find('history').append(
      button('undo', 'Undo', 'Ctrl Z', () => this.command('undo')),
      button('redo', 'Redo', 'Ctrl Shift Z', () => this.command('redo')),
      button('clear', 'Clear', '', () => this.command('clear')))
    buildTools(find('tools'), (name) => this.chooseTool(name))
    find('actions').append(
      button('play', 'Replay', '', () => this.openReplay(), { isShown: true }),
      button('open', 'Open', 'Ctrl O', () => this.chooseFiles(), { isShown: true }),
      button('save', 'Save', 'Ctrl S', () => this.save(), { isShown: true, isMain: true }),
      button('more', 'More', '', () => this.#toggleMenu()))
    find('more').setAttribute('aria-haspopup', 'menu')
    this.#showStyle = buildStyle(find('style'), this.#palette, () => this.#paletteChanged())
    const share = navigator.canShare ? [['Share', '', () => this.share()]] : []
    const items = [
      ['Save as PNG', '', () => this.savePNG()], ['Save as SVG', '', () => this.saveSVG()],
      ['Copy as PNG', 'Ctrl C', () => this.copy()], ...share,
      ['Draw over a picture', '', () => this.choosePicture()], ['Delete what is selected', 'Del', () => this.command('delete')],
      ['Select the next element', 'N', () => this.selectNext()], ['Full screen', 'F', () => this.toggleFullScreen()],
      ['New drawing', '', () => this.startAnew()],
    ]
    for (const [label, key, action] of items) {
      const item = make('button', { type: 'button', role: 'menuitem' }, label)
      if (key) item.append(make('kbd', {}, key))
      item.onclick = () => {
        this.#toggleMenu(false)
        action()
      }
      find('menu').append(item)
    }
    this.#paletteChanged()
  }

  #toggleMenu(isOpen = find('menu').hidden) {
    find('menu').hidden = !isOpen
    find('more').setAttribute('aria-expanded', String(isOpen))
    if (isOpen) find('menu').firstChild.focus()
  }

  #paletteChanged() {
    for (const element of find('tools').children) {
      element.setAttribute('aria-pressed', String(element.dataset.tool === this.#palette.name))
    }
    for (const name of ['select', 'text']) find('canvas').classList.toggle(name, this.#palette.name === name)
    this.#showStyle()
  }

  chooseTool(name) {
    if (this.#replay.isOpen) this.closeReplay()
    find('entry')?.blur()
    this.#palette.name = name
    if (name !== 'select' && this.#session.drawing.selection) this.command('deselect')
    this.#paletteChanged()
  }

  /** Applies a command of the log. */
  command(name, values) {
    if (this.#replay.isOpen) return
    if (['undo', 'redo', 'delete'].includes(name) && !this.#isPossible(name)) return
    this.#attempt(() => this.#session.command(name, values))
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
    canvas.addEventListener('dblclick', (event) => this.#editText(event))
    for (const type of ['touchstart', 'touchmove', 'contextmenu', 'selectstart', 'dragstart', 'gesturestart']) {
      canvas.addEventListener(type, (event) => event.preventDefault(), { passive: false })
    }
    document.addEventListener('pointerdown', (event) => {
      if (!find('menu').hidden && !event.target.closest('#menu, #more')) this.#toggleMenu(false)
    })
    addEventListener('keydown', (event) => this.#key(event))
    addEventListener('resize', () => this.#resized())
    addEventListener('pagehide', () => this.#keeper.keep(this.#session))
    addEventListener('beforeunload', (event) => {
      if (this.#session.isUnsaved && !this.#keeper.isKeeping) event.preventDefault()
    })
    addEventListener('dragover', (event) => event.preventDefault())
    addEventListener('drop', (event) => {
      event.preventDefault()
      this.openFiles([...event.dataTransfer.files])
    })
  }

  #pointerDown(event) {
    if (this.#replay.isOpen || event.button > 0 && event.pointerType === 'mouse') return
    // Firefox would lose the events of other fingers: https://bugzilla.mozilla.org/show_bug.cgi?id=1952402
    // What a touch does by default is prevented at `touchstart`.
    if (event.pointerType !== 'touch') event.preventDefault()
    find('canvas').focus({ preventScroll: true })
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

  /** Lets the user type a text at a place in points. */
  typeText({ x, y }) {
    const { size, opacity } = this.#palette.settings
    const { color } = this.#palette
    typeText(this.#surface, { x, y }, { size, color }, (text) =>
      this.command('text', { text, at: [x, y].map((number) => Number(number.toFixed(2))), size, color, opacity }))
  }

  #editText() {
    const { selection } = this.#session.drawing
    if (this.#replay.isOpen || this.#palette.name !== 'select' || !selection?.text) return
    // The box of the lines is about as high as they are.
    const size = selection.height / selection.text.split('\n').length / 1.2
    typeText(this.#surface, selection, { size, color: '', text: selection.text }, (text) => this.command('edit', { text }))
  }

  #resized() {
    if (this.#session.isEmpty && !this.#options.size && this.#session.pictures.size === 0 && !this.#pointers.isDown) {
      this.begin()
      this.#keeper.keep(this.#session)
    }
    this.#surface.fit()
    this.#showSelection()
  }

  #key(event) {
    if (event.target.matches('input:not([type=range]), textarea, select')) return
    // On keyboards of other alphabets, the key that has the Latin letter.
    const key = (/^[^\x00-\x7f]$/.test(event.key) ? event.code.replace(/^Key/, '') : event.key).toLowerCase()
    const { ctrlKey, metaKey, shiftKey } = event
    const run = (action) => {
      event.preventDefault()
      action()
    }
    if ((ctrlKey || metaKey) && !event.altKey) {
      if (key === 'c' && String(getSelection()) !== '') return
      const actions = {
        z: () => this.command(shiftKey ? 'redo' : 'undo'), y: () => this.command('redo'), s: () => this.save(),
        o: () => this.chooseFiles(), c: () => this.copy(),
      }
      if (actions[key]) run(event.repeat && 'soc'.includes(key) ? () => {} : actions[key])
      return
    }
    if (event.altKey) return
    if (key === 'escape') return this.#escape()
    if (event.target.matches('[type=range]') && key.startsWith('arrow')) return
    if (this.#replay.isOpen) {
      if (key === ' ' && !event.target.matches('button')) run(() => this.#replay.toggle())
      return
    }
    const steps = { arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1] }
    if (!find('menu').hidden && steps[key]) return run(() => this.#moveInMenu(steps[key][1]))
    if (steps[key] && this.#session.drawing.selection) {
      const by = steps[key].map((side) => side * (shiftKey ? 10 : 1) * NUDGE)
      return run(() => this.command('move', { by }))
    }
    if ((key === 'delete' || key === 'backspace') && this.#session.drawing.selection) return run(() => this.command('delete'))
    if (key === 'enter' && event.target === find('canvas') && this.#palette.name === 'text') {
      return run(() => this.typeText({ x: this.#surface.size.width / 2, y: this.#surface.size.height / 2 }))
    }
    if (key === 'enter' && event.target === find('canvas') && this.#palette.name === 'select') {
      return run(() => this.#editText())
    }
    const tool = TOOLS.find(([, , letter]) => letter === key)
    if (tool) return run(() => this.chooseTool(tool[0]))
    if (key === 'n') run(() => this.selectNext())
    if (key === 'f') run(() => this.toggleFullScreen())
  }

  #escape() {
    if (!find('menu').hidden) {
      this.#toggleMenu(false)
      find('more').focus()
    } else if (this.#replay.isOpen) {
      this.closeReplay()
    } else if (this.#session.drawing.selection) {
      this.command('deselect')
    }
  }

  #moveInMenu(step) {
    const items = [...find('menu').children]
    const index = items.indexOf(document.activeElement)
    items[(index + step + items.length) % items.length].focus()
  }

  // Replay.

  openReplay() {
    if (this.#replay.isOpen) return
    this.#pointers.endAll()
    if (!this.#attempt(() => this.#replay.open(this.#session))) return
    find('style').hidden = true
    find('canvas').classList.add('playing')
    this.#showSelection()
  }

  closeReplay() {
    this.#replay.close()
    find('canvas').classList.remove('playing')
    this.#surface.show(this.#session.drawing, this.#surface.size)
    this.#paletteChanged()
    this.#afterFrame()
  }

  // Files.

  /** Saves the log, and the picture that it names if the user has it not as a file of that name. */
  async save() {
    this.#pointers.endAll()
    for (const [name, picture] of this.#session.pictures) {
      if (picture.isFile) continue
      try {
        download(await png(picture), name)
        picture.isFile = true
        say(`Keep ${name} beside the log: the log names it.`)
      } catch (error) {
        say(`${name} cannot be saved: ${error.message}`, { isError: true })
      }
    }
    download(new Blob([this.#session.log()], { type: LOG_TYPE }), `${this.#name}.jsonl`)
    this.#session.noteSaved()
    this.#keeper.keep(this.#session)
  }

  #png() { return new Blob([this.#session.drawing.png({ metadata: true })], { type: 'image/png' }) }

  savePNG() { this.#attempt(() => download(this.#png(), `${this.#name}.png`)) }

  saveSVG() {
    this.#attempt(() => download(new Blob([this.#session.drawing.svg()], { type: 'image/svg+xml' }), `${this.#name}.svg`))
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

  async chooseFiles() { this.openFiles(await choose('.jsonl,.json,.ndjson,image/*', true)) }

  async choosePicture() { this.openFiles(await choose('image/*')) }

  /** Goes on with a log, or draws over a picture. A log and the picture that it names are opened together. */
  async openFiles(files) {
    const logs = files.filter((file) => !file.type.startsWith('image/'))
    const pictures = new Map()
    for (const file of files) {
      if (!file.type.startsWith('image/')) continue
      try {
        const picture = await pixels(file)
        pictures.set(file.name, { ...picture, isFile: file.type === 'image/png' && picture.isExact })
      } catch (error) {
        return say(`${file.name} is no picture that this browser reads.`, { isError: true })
      }
    }
    if (logs.length > 0) return this.#openLog(logs[0], pictures)
    for (const [name, picture] of pictures) this.#drawOver(name, picture)
  }

  async #openLog(file, pictures) {
    let text
    try {
      text = await file.text()
    } catch (error) {
      return say(`${file.name} cannot be read: ${error.message}`, { isError: true })
    }
    const replace = () => {
      if (this.#open(text, pictures, true, file.name)) this.#name = file.name.replace(/\.[^.]*$/, '')
    }
    if (!this.#session.isUnsaved) return replace()
    say('The drawing is not saved.', { actions: [[`Open ${file.name} instead`, replace]] })
  }

  #open(log, pictures, isSaved, name) {
    try {
      if (this.#replay.isOpen) this.closeReplay()
      const room = [find('frame').clientWidth, find('frame').clientHeight]
      const time = this.#session.open(log, pictures, isSaved, room)
      // A second after what was recorded before.
      this.#pointers.restart(time > 0 ? time + 1 : 0)
    } catch (error) {
      say(`${name ?? 'The drawing'} cannot be opened: ${error.message}`, { isError: true })
      return false
    }
    this.#keeper.begin(this.#session.pictures)
    this.#keeper.keep(this.#session)
    return true
  }

  /** Puts a picture under what is drawn. */
  #drawOver(fileName, picture) {
    if (this.#replay.isOpen) this.closeReplay()
    // A picture that the page cannot show exactly is saved as it is shown, under a name of its own.
    const name = `${fileName.replace(/\.[^.]*$/, '')}${picture.isExact ? '' : '-shown'}.png`
    const added = { ...picture, isFile: picture.isFile && name === fileName }
    const { size, scale } = this.#header({ ...picture, name })
    const header = { background: name, ...(this.#session.isEmpty ? { size, scale } : {}) }
    const pictures = new Map([...this.#session.pictures, [name, added]])
    if (!this.#attempt(() => this.#session.changeHeader(header, pictures))) return
    this.#keeper.begin(this.#session.pictures)
    this.#keeper.keep(this.#session)
  }

  startAnew() {
    if (this.#replay.isOpen) this.closeReplay()
    if (!this.#session.isUnsaved) return this.begin()
    say('The drawing is not saved.', { actions: [['Save', () => this.save()], ['Discard it', () => this.begin()]] })
  }

  toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen()
    else document.documentElement.requestFullscreen?.().catch((error) => say(error.message, { isError: true }))
  }
}
