// Logs that the user opens.

import { say } from './controls.js'
import { choose, isLog, remedy, takePictures } from './files.js'
import { FONT_TYPES, fontsIn, withFonts } from './fonts.js'
import { joining, split } from './page-logs.js'
import { drawingsOf, fontsOf, isDrawing, pageOf, renameFonts, takeDrawings, takeTheirPictures } from './saved-drawings.js'

/** Says why nothing is opened. */
function refuse(words, actions) { say(words, { isError: true, actions }) }

/**
 * The pages of logs and of saved drawings, in the order of the files; a saved drawing that a log names is none. `pictures`
 * are those that they name, by the names of their files. Says what is not opened; undefined if nothing is.
 */
export async function pagesOf(files, pictures, session) {
  const logs = new Map()
  const drawings = new Map()
  for (const file of files) {
    try {
      const text = await file.text()
      if (isLog(text)) logs.set(file, split(text))
      else if (isDrawing(text)) drawings.set(file.name, new Uint8Array(await file.arrayBuffer()))
      else return refuse(`${file.name} cannot be opened: ${remedy(file.name)}`)
    } catch (error) {
      return refuse(`${file.name} cannot be read: ${error.message}`)
    }
  }
  const named = drawingsOf([...logs.values()].flat())
  const opened = files.filter((file) => logs.has(file) || !named.has(file.name))
  const lists = opened.map((file) => (logs.get(file) ?? [pageOf(file.name)]).map((page) => ({ ...page, file: file.name })))
  const [{ name }] = opened
  let missing
  try {
    missing = takeDrawings(lists.flat(), drawings, session)
  } catch (error) {
    return refuse(`${error.file} cannot be opened: ${error.message}`)
  }
  const pages = []
  const left = []
  for (const list of lists) {
    const added = joining(list, pages[0])
    if (added) pages.push(...added)
    else left.push(list[0].file)
  }
  try {
    missing.push(...await takePictures(pages, pictures), ...await takeTheirPictures(pages, session, pictures))
  } catch (error) {
    return refuse(`A picture in ${name} cannot be read: ${error.message}`)
  }
  if (missing.length > 0) return refuse(`${name} cannot be opened alone: open ${missing.join(', ')} together with it.`)
  const taken = new Set(pages.flatMap((page) => [...page.pictures.values()]))
  const others = [...pictures.keys()].filter((other) => !taken.has(pictures.get(other)))
  if (others.length > 0) say(`${name} does not name ${others.join(', ')}: open such pictures by themselves.`)
  if (left.length > 0) {
    say(`Open ${left.join(', ')} without ${name}: pages of one drawing have the same scale, model and grid.`)
  }
  return pages
}

/**
 * Gives the lines of pages the names of fonts that were opened with them: `renamed` has them by those of their files.
 * Returns whether all fonts are there. If not, and there is `again`, says which are missing: it is called with more
 * files, and whether fonts may then be missing.
 */
export async function takeFonts(fonts, pages, renamed, again) {
  await fonts.read()
  const others = new Map([...renamed].filter(([file, name]) => file !== name))
  for (const page of pages) {
    if (others.size === 0) continue
    page.lines = page.lines.map((line) => withFonts(line, others))
    renameFonts(page, others)
  }
  const named = pages.flatMap(({ lines, pictures }) => [...fontsIn(lines.join('\n')), ...fontsOf(pictures)])
  const missing = [...new Set(fonts.lacking(named))]
  if (missing.length === 0 || !again) return true
  const open = async () => {
    const files = await choose(FONT_TYPES, true)
    if (files.length > 0) again(files, false)
  }
  refuse(`${pages[0].file} cannot be opened alone: open its font ${missing.join(', ')} together with it.`, [
    ['Open the font', open], ['Open without it', () => again([], true)],
  ])
  return false
}
