// Pictures that the user opens, drops or pastes.

import { say } from './controls.js'
import { dataURL } from './files.js'
import { png } from './png.js'

/** The largest picture that a log holds, in bytes: as base64, it fits into a line. */
export const LARGEST_DATA = 24e6

/** Puts a picture under what is drawn: under a new drawing, or else into the page, where it can be undone. */
export async function drawOver(recorder, keeper, fileName, picture) {
  const { pages, session } = recorder
  recorder.closeReplay()
  if (!pages.isEmpty || session.pictures.size > 0) return addPicture(recorder, keeper, fileName, picture)
  // A picture that the page cannot show exactly is saved as it is shown, under a name of its own.
  const name = `${fileName.replace(/\.[^.]*$/, '')}${picture.isExact ? '' : '-shown'}.png`
  const added = { ...picture, isFile: picture.isFile && name === fileName }
  const { size, scale } = recorder.header({ ...picture, name })
  const change = () => pages.changeHeader({ background: name, size, scale }, new Map([[name, added]]))
  if (recorder.attempt(change)) keeper.keep(pages)
}

/** Puts a picture into the middle of the page, no larger than it: below the ink, or above another picture. */
async function addPicture(recorder, keeper, fileName, picture) {
  const { pages, session } = recorder
  const data = (await dataURL(await png(picture))).replace(/^[^,]*,/, '')
  if (data.length > LARGEST_DATA) {
    return say(`${fileName} is too large for a drawing: make it smaller.`, { isError: true })
  }
  const isFirst = session.pictures.size === 0
  if (!recorder.attempt(() => session.addPicture(data, { ...picture, isFile: true }, isFirst))) return
  keeper.rewrite(pages)
  say(`${fileName} lies ${isFirst ? 'under what is drawn' : 'over the other picture'}.`, {
    actions: [['Undo', () => recorder.attempt(() => session.undo())]], isBrief: true,
  })
}
