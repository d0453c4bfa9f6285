// Pictures that become the background of the page.

import { say } from './controls.js'
import { parsed } from './pointers.js'

/** The longest side of a page that a background makes, in points. */
const LONGEST = 16_000

/** The data of the image with an id, or of the one that it is a copy of, in base64; undefined if the log does not tell. */
export function dataOf(log, id) {
  const lines = log.split('\n').filter((line) => /"command":\s*"(image|duplicate)"/.test(line)).map((line) => parsed(line) ?? {})
  const original = (copy) => {
    const line = lines.find((other) => (other.command === 'image' ? other.id === copy : other.as === copy))
    return line?.command === 'duplicate' ? original(line.id) : line?.data
  }
  return original(id)
}

/** A log without an image: without the line that has added it, if that is the last one, or else with one that deletes it. */
function without(log, id, time) {
  const start = log.lastIndexOf('\n', log.length - 2) + 1
  const last = log.endsWith('\n') ? parsed(log.slice(start)) : undefined
  if (last?.command === 'image' && last.id === id) return log.slice(0, start)
  return log + JSON.stringify({ command: 'delete', id, time }) + '\n'
}

/** The smallest size with the proportions of a picture that holds another size. */
function holding(picture, { width, height }) {
  const ratio = picture.width / picture.height
  return [Math.max(width, height * ratio), Math.max(height, width / ratio)].map((side) => Math.min(LONGEST, Math.round(side)))
}

/** A name of a PNG that no other picture has. */
function freeName(pages, stem, picture) {
  const isTaken = (name) => pages.list.some((page) => (pages.pictures(page).get(name)?.data ?? picture.data) !== picture.data)
  let name = `${stem}.png`
  for (let number = 2; isTaken(name); number++) name = `${stem}-${number}.png`
  return name
}

/**
 * Makes a picture the background of the page that is shown, as one step: in place of the `image` with this `id` and `data`,
 * if there is one. The page becomes as large as the picture if nothing else is on it; otherwise it keeps what it has, in the
 * proportions of the picture.
 */
export function useAsBackground(recorder, fileName, picture, image) {
  const { pages, session, turning } = recorder
  const { elements } = session.drawing
  // It may have been deleted, or lie on another page.
  const isThere = elements.includes(image?.id)
  // A picture that the page cannot show exactly is saved as it is shown, under a name of its own.
  const stem = `${fileName.replace(/\.[^.]*$/, '')}${picture.isExact === false ? '-shown' : ''}`
  const background = freeName(pages, stem, picture)
  const header = { background }
  if (elements.every((id) => id === image?.id)) {
    const { size, scale } = recorder.header({ ...picture, name: background })
    // All pages of a drawing have one scale.
    const ownScale = pages.count === 1 ? scale : session.header.scale ?? 1
    Object.assign(header, { size: size.map((side) => (side * scale) / ownScale), scale: ownScale })
  } else {
    header.size = holding(picture, session.size)
  }
  turning.turn(() => pages.changeHeader(header, (log) => {
    const rest = isThere ? without(log, image.id, recorder.hand.now) : log
    const pictures = new Map(session.pictures)
    if (isThere && !rest.includes(image.data)) pictures.delete(image.data)
    return [rest, pictures.set(background, { ...picture, isFile: picture.isFile === true && background === fileName })]
  }))
  if (session.header.background !== background) return
  say(`${fileName} is the background of the page.`, { actions: [['Undo', turning.undoing()]], isBrief: true })
}
