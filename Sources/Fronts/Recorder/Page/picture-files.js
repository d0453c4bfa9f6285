// Pictures that the user opens, drops or pastes: elements of the page.

import { useAsBackground } from './background.js'
import { make, say } from './controls.js'
import { dataURL } from './files.js'
import { places } from './picture-places.js'
import { png } from './png.js'

/** The largest file of a picture that a log holds, in bytes: as base64, it fits into a line. */
export const LARGEST_DATA = 24e6
/** How much smaller than that a picture is made that is too large. */
const SMALLER = 0.8

/** The message about the pictures that were added last. */
let told

/** A picture with fewer pixels. */
function reduced({ width, height, data }, factor) {
  const [whole, part] = [make('canvas', { width, height }), make('canvas')]
  whole.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0)
  ;[part.width, part.height] = [width, height].map((side) => Math.max(1, Math.floor(side * factor)))
  const context = part.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(whole, 0, 0, part.width, part.height)
  return { width: part.width, height: part.height, data: context.getImageData(0, 0, part.width, part.height).data }
}

/** Says that a picture is too large to be an element, and offers what can be done. */
function refuse(recorder, { name, picture }, bytes, place) {
  const factor = Math.sqrt((SMALLER * LARGEST_DATA) / bytes)
  say(`${name} is too large to lie on a page: add it smaller, or use it as the background.`, {
    isError: true,
    actions: [
      ['Add it smaller', () => addPictures(recorder, [{ name, picture: reduced(picture, factor) }], place)],
      ['Use as background', () => useAsBackground(recorder, name, picture)],
    ],
  })
}

/** The point around which pictures are laid: at the place of an event, or in the middle, and on what is seen of the page. */
function middleOf({ x, y, width, height }, point = [x + width / 2, y + height / 2]) {
  return [Math.max(x, Math.min(x + width, point[0])), Math.max(y, Math.min(y + height, point[1]))]
}

/**
 * Lays pictures on the page, above all that is there, as one step, and selects them: of each its `name` and the `picture`.
 * `place` is that of the event that has dropped them, {clientX, clientY}; without one they lie in the middle of what is seen.
 */
export async function addPictures(recorder, rows, place) {
  const added = []
  for (const row of rows) {
    const file = await png(row.picture)
    if (file.size < LARGEST_DATA) added.push({ ...row, data: (await dataURL(file)).replace(/^[^,]*,/, '') })
    else refuse(recorder, row, file.size, place)
  }
  if (added.length === 0) return
  recorder.closeReplay()
  recorder.endTouches()
  const { session, selecting, surface: { view } } = recorder
  const page = { x: 0, y: 0, ...session.size }
  // The window may show only what lies beside the page.
  const seen = view.seen.width > 1 && view.seen.height > 1 ? view.seen : page
  const middle = middleOf(seen, place && view.point(place))
  const sizes = added.map(({ picture: { width, height } }) => [width, height])
  const boxes = places(sizes, { seen, scale: session.header.scale ?? 1, zoom: view.zoom, middle })
  let ids = []
  if (!recorder.attempt(() => { ids = session.addPictures(added.map((row, index) => ({ ...row, ...boxes[index] }))) })) return
  recorder.chooseTool('select')
  const [{ name, picture, data }] = added
  told?.remove()
  told = say(added.length === 1 ? `${name} lies on the page.` : `${added.length} pictures lie on the page.`, {
    actions: [
      ...(added.length === 1 ? [['Use as background', () => useAsBackground(recorder, name, picture, { id: ids[0], data })]] : []),
      ['Undo', recorder.turning.undoing()],
    ], isBrief: true,
  })
  // The bar beside the pictures hides no message.
  selecting.select(ids)
}
