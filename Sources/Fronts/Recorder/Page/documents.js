// Saving, opening and beginning drawings.

import { saveDrawings, saveFonts, saveSounds } from './companions.js'
import { find, say } from './controls.js'
import { EarlierDrawings, dateOf } from './earlier-drawings.js'
import { byKinds } from './file-kinds.js'
import { choose, dataURL, download, fileName, takePictures } from './files.js'
import { pagesOf, takeFonts } from './log-files.js'
import { completed, joined } from './page-logs.js'
import { LARGEST_DATA, addPictures } from './picture-files.js'
import { png } from './png.js'
import { remember, remembered } from './remembered.js'
import { takeTheirPictures } from './saved-drawings.js'
import { Sound, soundPaths } from './sounds.js'

const LOG_TYPE = 'application/x-ndjson'

/** The name by which the browser remembers the page that the tab shows. */
const PAGE = 'page'

/** Saves the drawing of a recorder, and opens others: files, and drawings that the browser keeps. */
export class Documents {
  #recorder
  #session
  #pages
  #keeper
  #earlier
  /** The index of the page that the tab showed before it was reloaded. */
  #indexBefore = remembered(PAGE, 'sessionStorage') ?? 0
  /** The name of saved files, without an extension. */
  #name = fileName()

  constructor(recorder, keeper) {
    this.#recorder = recorder
    ;[this.#session, this.#pages] = [recorder.session, recorder.pages]
    this.#keeper = keeper
    this.#earlier = new EarlierDrawings(keeper, (row) => this.#goOn(row))
  }

  get name() { return this.#name }

  /** A page is shown, which the tab shows again after a reload. */
  noteShown() { remember(PAGE, this.#pages.index, 'sessionStorage') }

  // Drawings that the browser keeps.

  /** Shows the drawing that this tab had, or offers the last one if it is not saved. */
  async restore() {
    let lost
    try {
      await this.#keeper.open()
      lost = await this.#keeper.lost()
    } catch (error) {
      return this.#recorder.cannotKeep(error)
    }
    // The user may draw meanwhile.
    const mayReplace = () => this.#pages.isEmpty
    const wasHere = lost?.wasHere && mayReplace()
    if (wasHere && (await this.#goOn(lost, mayReplace))) {
      say('Your drawing is here again.', { actions: [['Start anew', () => this.startAnew()]], isBrief: true })
      return
    }
    this.#keeper.begin()
    this.#keeper.keep(this.#pages)
    this.#makeRoom()
    if (!lost || (wasHere && mayReplace())) return
    say(`A drawing of ${dateOf(lost)} was not saved.`, {
      actions: [['Restore', () => this.#goOn(lost)], ['Earlier drawings', () => this.showEarlier()]], isBrief: true,
    })
  }

  /** Continues a drawing that the browser keeps, if it then still `mayReplace` the other. Returns whether it does. */
  async #goOn(row, mayReplace = () => true) {
    // Another tab may have other fonts.
    const [kept] = await Promise.all([this.#keeper.read(row.id).catch(() => null), this.#recorder.fonts.read()])
    if (!kept) {
      say(`The browser has no drawing of ${dateOf(row)} any more.`, { isError: true })
      return false
    }
    const pages = kept.pages.map((page) => ({ ...page, lines: page.log.split('\n').filter(Boolean) }))
    const options = { sounds: kept.sounds, isSaved: row.isSaved, index: row.wasHere ? this.#indexBefore : 0 }
    // The engine says which are missing.
    await takePictures(pages).then(() => takeTheirPictures(pages, this.#session)).catch(() => {})
    if (!mayReplace()) return false
    if (!this.#open(pages, options)) {
      const save = () => download(new Blob([joined(kept.pages)], { type: LOG_TYPE }), `${fileName(new Date(row.started))}.jsonl`)
      say('The browser still keeps its log.', { isError: true, actions: [['Save the log', save]] })
      return false
    }
    this.#name = fileName(new Date(row.started))
    this.#keeper.goOn(row, this.#pages)
    this.#recorder.showState()
    this.#recorder.fontChoice.sayMissing('The drawing')
    this.#makeRoom()
    return true
  }

  async #makeRoom() {
    const removed = await this.#keeper.makeRoom().catch(() => [])
    if (removed.length === 0) return
    const dates = removed.length === 1 ? `that of ${dateOf(removed[0])}` : `${removed.length}, up to that of ${dateOf(removed[0])}`
    say(`To make room, the browser has deleted the oldest drawings: ${dates}.`, { actions: [['OK', () => {}]] })
  }

  showEarlier() { return this.#earlier.show() }

  // New drawings.

  /** Begins a new drawing. Asks first if the current one would be lost. */
  startAnew() {
    const wasEmpty = this.#pages.isEmpty
    this.#unlessLost('Discard it', () => {
      this.#recorder.begin()
      if (wasEmpty || !this.#keeper.isKeeping) return
      const actions = [['Earlier drawings', () => this.showEarlier()]]
      say('This browser keeps the drawing of before.', { actions, isBrief: true })
    })
  }

  /** The recorder has begun a new drawing. */
  begun() {
    this.#name = fileName()
    this.#keeper.begin()
    if (this.#keeper.isKeeping) this.#makeRoom()
  }

  /** Replaces the drawing, at once if it is kept or saved. */
  #unlessLost(label, replace) {
    this.#recorder.closeReplay()
    if (!this.#pages.isUnsaved || this.#keeper.isKeeping) return replace()
    say('The drawing is not saved.', { actions: [['Save', () => this.save()], [label, replace]] })
  }

  // Files.

  /** Saves the log, which then holds the pictures under the ink. One that is too large for it is a file of its own. */
  async save() {
    this.#recorder.endTouches()
    const backgrounds = new Map()
    for (const page of this.#pages.list) {
      const pictures = this.#pages.pictures(page)
      const { background } = JSON.parse(this.#pages.text(page).match(/^.*/)[0])
      if (pictures.has(background) && !backgrounds.has(background)) await this.#embed(background, pictures.get(background), backgrounds)
    }
    download(new Blob([this.#pages.log(backgrounds)], { type: LOG_TYPE }), `${this.#name}.jsonl`)
    saveSounds(this.#recorder)
    saveFonts(this.#recorder)
    saveDrawings(this.#pages)
    this.#pages.noteSaved()
    this.#keeper.keep(this.#pages)
  }

  /** Adds the data of a picture under the ink to `backgrounds`, or saves it as a file. */
  async #embed(name, picture, backgrounds) {
    try {
      const file = await png(picture)
      if (file.size < LARGEST_DATA) backgrounds.set(name, await dataURL(file))
      else if (!picture.isFile) {
        download(file, name)
        picture.isFile = true
        say(`Keep ${name} beside the log: the log names it.`)
      }
    } catch (error) {
      say(`${name} cannot be saved: ${error.message}`, { isError: true })
    }
  }

  /** A name for the file of another sound. */
  soundName(extension) {
    const log = this.#pages.log()
    let name = `${this.#name}-sound.${extension}`
    for (let number = 2; log.includes(JSON.stringify(name)); number++) name = `${this.#name}-sound-${number}.${extension}`
    return name
  }

  /** A function that lets the browser keep what a sound of this drawing has, also when another drawing is begun. */
  keepingSound(path, sound) {
    const { id } = this.#keeper
    return () => this.#keeper.keepSound(path, sound, id)
  }

  /** Files of every kind: of those that the page does not open, it says how to use them. */
  async chooseFiles() { this.openFiles(await choose('', true)) }

  async choosePictures() { this.openFiles(await choose('image/*', true)) }

  /**
   * Continues logs and saved drawings, lays pictures on the page, at the `place` of the event that has dropped them, or takes
   * fonts. Logs and the files that they name are opened together; `canLack` tells whether fonts may be missing.
   */
  async openFiles(files, { place, canLack = false } = {}) {
    await this.#recorder.engine.whole
    const { logs, pictures, sounds, fonts } = await byKinds(files)
    const taken = await this.#recorder.fontChoice.take(fonts, logs.length === 0)
    if (!taken) return
    if (logs.length > 0) {
      const pages = await pagesOf(logs, new Map(pictures.map(({ name, picture }) => [name, picture])), this.#session)
      const again = (more, canLackThem) => this.openFiles([...files, ...more], { canLack: canLackThem })
      if (pages && (await takeFonts(this.#recorder.fonts, pages, taken, canLack ? undefined : again))) this.#openLogs(pages, sounds)
      return
    }
    if (sounds.length > 0) {
      await this.#takeSounds(this.#pages.log(), sounds, this.#session.sounds)
      this.#keeper.keep(this.#pages)
    }
    await addPictures(this.#recorder, pictures, place)
  }

  /** Adds the sounds that a log names to `taken`, by their paths. */
  async #takeSounds(log, files, taken) {
    const paths = soundPaths(log)
    for (const file of files) {
      const path = paths.get(file.name)
      if (path === undefined) say(`${file.name} is no sound of this drawing: its log does not name it.`, { isError: true })
      else taken.set(path, await Sound.of(file))
    }
    return [...paths.values()].filter((path) => !taken.has(path))
  }

  /** Opens logs, whose pages follow each other. */
  async #openLogs(pages, soundFiles) {
    const [{ file }] = pages
    const sounds = new Map()
    const missing = await this.#takeSounds(pages.flatMap(({ lines }) => lines).join('\n'), soundFiles, sounds)
    this.#unlessLost(`Open ${file} instead`, () => {
      if (!this.#open(pages, { sounds, isSaved: pages.every((page) => page.file === file) }, file)) return
      this.#recorder.fontChoice.sayMissing(file)
      if (missing.length > 0) say(`Open ${missing.join(', ')}, too, to hear the sound of this drawing.`)
      this.begun()
      this.#name = file.replace(/\.[^.]*$/, '')
      this.#keeper.keep(this.#pages)
    })
  }

  /** Replaces the drawing by pages with their lines. Returns whether they could be opened. */
  #open(pages, options, name = 'The drawing') {
    try {
      this.#recorder.leavePage()
      const room = [find('frame').clientWidth, find('frame').clientHeight]
      this.#pages.open(pages.map((page) => completed(page, room, options.sounds)), options)
      return true
    } catch (error) {
      say(`${error.file ?? name} cannot be opened: ${error.message}`, { isError: true })
      return false
    }
  }
}
