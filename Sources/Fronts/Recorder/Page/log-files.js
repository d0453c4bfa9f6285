// Logs that the user opens.

import { say } from './controls.js'
import { choose, isLog, remedy, takePictures } from './files.js'
import { FONT_TYPES, fontsIn, withFonts } from './fonts.js'
import { joining, split } from './page-logs.js'

/** Says why nothing is opened. */
function refuse(words, actions) { say(words, { isError: true, actions }) }

/**
 * The pages of logs, in the order of the files. `pictures` are those that the logs name, by the names of their files. Says
 * what is not opened; undefined if nothing is.
 */
export async function pagesOf(files, pictures) {
  const [first] = files
  const pages = []
  const left = []
  for (const file of files) {
    let text
    try {
      text = await file.text()
    } catch (error) {
      return refuse(`${file.name} cannot be read: ${error.message}`)
    }
    if (!isLog(text)) return refuse(`${file.name} cannot be opened: ${remedy(file.name, text)}`)
    const added = joining(split(text), pages[0])
    if (!added) left.push(file.name)
    else pages.push(...added.map((page) => ({ ...page, file: file.name })))
  }
  try {
    const paths = await takePictures(pages, pictures)
    if (paths.length > 0) return refuse(`${first.name} cannot be opened alone: open ${paths.join(', ')} together with it.`)
  } catch (error) {
    return refuse(`A picture in ${first.name} cannot be read: ${error.message}`)
  }
  const taken = new Set(pages.flatMap((page) => [...page.pictures.values()]))
  const others = [...pictures.keys()].filter((name) => !taken.has(pictures.get(name)))
  if (others.length > 0) say(`${first.name} does not name ${others.join(', ')}: open such pictures by themselves.`)
  if (left.length > 0) {
    say(`Open ${left.join(', ')} without ${first.name}: pages of one drawing have the same scale, model and grid.`)
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
    if (others.size > 0) page.lines = page.lines.map((line) => withFonts(line, others))
  }
  const missing = [...new Set(pages.flatMap(({ lines }) => fonts.lacking(fontsIn(lines.join('\n')))))]
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
