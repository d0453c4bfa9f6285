// The files that the user opens together, by what they are.

import { say } from './controls.js'
import { pixels } from './files.js'

const FONT = /\.(ttf|otf|ttc|otc|woff2?)$/i

/**
 * Files by their kinds: arrays of `logs`, `sounds` and `fonts`, and the `pictures` with the `name` of each file. What is none
 * of the others counts as a log. A picture that cannot be read is left out, which it says.
 */
export async function byKinds(files) {
  const kinds = { logs: [], sounds: [], fonts: [], pictures: [] }
  for (const file of files) {
    if (/^(audio|video)\//.test(file.type)) kinds.sounds.push(file)
    else if (FONT.test(file.name) || file.type.startsWith('font/')) kinds.fonts.push(file)
    else if (!file.type.startsWith('image/')) kinds.logs.push(file)
    else {
      try {
        const picture = await pixels(file)
        kinds.pictures.push({ name: file.name, picture: { ...picture, isFile: file.type === 'image/png' && picture.isExact } })
      } catch {
        say(`${file.name} is no picture that this browser reads.`, { isError: true })
      }
    }
  }
  return kinds
}
