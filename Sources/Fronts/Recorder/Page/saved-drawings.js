// Saved drawings, of `doodle save` or of Drawsana, with which logs begin.

import { bytesOf, pixels } from './files.js'
import { withFonts } from './fonts.js'
import { parsed } from './pointers.js'

/** The name of the file of a path. */
export const fileOf = (path) => path.split('/').at(-1)

/** Whether a text is a saved drawing, which a broken one begins like. */
export function isDrawing(text) {
  if (/^\s*\{\s*("drawing"\s*:\s*\d|"shapes"\s*:\s*\[)/.test(text)) return true
  const root = parsed(text)
  return typeof root?.drawing === 'number' || Array.isArray(root?.shapes)
}

/** The path of the saved drawing with which the lines of a page begin; undefined if they begin with none. */
function openedBy([, line]) {
  const event = line?.includes('"open"') ? parsed(line) : undefined
  return event?.command === 'open' && typeof event.path === 'string' ? event.path : undefined
}

/** The names of the files of the saved drawings with which pages begin. */
export const drawingsOf = (pages) => new Set(pages.flatMap(({ lines }) => openedBy(lines) ?? []).map(fileOf))

/** The page of a saved drawing that no log names. */
export function pageOf(name) {
  return { own: {}, lines: ['{"doodle":1}', JSON.stringify({ command: 'open', path: name })], numbers: [0, 0] }
}

/**
 * Takes the saved drawings with which pages begin; their headers complete those of the pages. `files` are their bytes, by
 * the names of the files. Returns the paths of those that are missing.
 */
export function takeDrawings(pages, files, session) {
  const missing = []
  for (const page of pages) {
    const path = openedBy(page.lines)
    const data = path && files.get(fileOf(path))
    if (path && !data) missing.push(path)
    if (!data) continue
    try {
      const said = session.trial((drawing) => drawing.addDrawing(path, data))
      if (!said) throw new Error('a saved drawing needs WebAssembly, which this browser refuses.')
      page.drawing = { path, data, ...said }
    } catch (error) {
      throw Object.assign(error, { file: fileOf(path) })
    }
    page.lines[0] = JSON.stringify({ ...page.drawing.header, ...parsed(page.lines[0]) })
  }
  return missing
}

/**
 * Adds the saved drawings that were taken to the pictures of their pages, and the pictures that they name or hold. `files`
 * are pictures, by the names of their files. Returns the paths of those that are missing.
 */
export async function takeTheirPictures(pages, session, files = new Map()) {
  const missing = []
  for (const page of pages) {
    if (page.drawing) {
      const { path, data, pictures, fonts } = page.drawing
      page.pictures.set(path, { data, isDrawing: true, names: [path, ...pictures], fonts })
      for (const name of pictures) {
        if (files.has(fileOf(name))) page.pictures.set(name, files.get(fileOf(name)))
        else missing.push(name)
      }
      page.reach = () => session.trial((drawing) => reachOf(drawing, page))
    }
    for (const [path, { data }] of drawingsIn(page.pictures)) {
      const { embedded } = page.drawing ?? session.trial((drawing) => drawing.addDrawing(path, data)) ?? { embedded: [] }
      for (const text of embedded) page.pictures.set(text, { ...await pixels(new Blob([bytesOf(text)])), isFile: true })
    }
  }
  return missing
}

/** How far the saved drawing of a page goes, [x, y] in points. */
function reachOf(drawing, { lines, pictures }) {
  addFiles(drawing, pictures)
  drawing.apply(lines.slice(0, 2).join('\n'))
  const join = ([right, bottom], { x, y, width, height }) => [Math.max(right, x + width), Math.max(bottom, y + height)]
  return drawing.boxes.reduce(join, [0, 0])
}

/** Gives a drawing of the engine the pictures and the saved drawings that its log names. */
export function addFiles(drawing, files) {
  for (const [name, file] of files) {
    if (file.isDrawing) drawing.addDrawing(name, file.data)
    else drawing.addPicture(name, file)
  }
}

/** The saved drawings among the pictures of a page, with their paths. */
export const drawingsIn = (files) => [...files].filter(([, file]) => file.isDrawing)

/** The fonts that saved drawings among the pictures of a page name. */
export const fontsOf = (files) => drawingsIn(files).flatMap(([, { fonts }]) => fonts)

/** Gives the fonts in the saved drawings of a page the names that `renamed` has for their files. */
export function renameFonts(page, renamed) {
  for (const [path, file] of drawingsIn(page.pictures)) {
    const change = (text) => withFonts(text, renamed)
    const data = new TextEncoder().encode(change(new TextDecoder().decode(file.data)))
    const fonts = file.fonts.map((font) => JSON.parse(change(JSON.stringify({ font }))).font)
    page.pictures.set(path, { ...file, data, fonts, original: file.data })
  }
}
