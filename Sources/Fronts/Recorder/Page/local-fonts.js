// The fonts of the computer, where the browser gives them after it has asked the user.

import { find, make, say } from './controls.js'
import { endingOf } from './font-faces.js'

/** How many fonts the list shows at most: more are found by their names. */
const SHOWN = 100

/** Lets the user choose a font of the computer: the `file` name for it, its `blob` and its name in PostScript; null if none. */
export async function chooseLocalFont() {
  let fonts
  try {
    fonts = await globalThis.queryLocalFonts()
  } catch (error) {
    const why = error.name === 'NotAllowedError' || error.name === 'SecurityError' ? 'it was not allowed to' : error.message
    say(`The browser gives no fonts of this computer (${why}): open a font file instead.`, { isError: true })
    return null
  }
  if (fonts.length === 0) {
    say('The browser gives no fonts of this computer: open a font file instead.', { isError: true })
    return null
  }
  const font = await chosen(fonts)
  if (!font) return null
  try {
    const blob = await font.blob()
    const ending = endingOf(new Uint8Array(await blob.slice(0, 4).arrayBuffer()))
    // The fonts of a collection share their file.
    const stem = (ending === '.ttc' ? font.family : font.postscriptName).replace(/[^\p{L}\p{N}._-]+/gu, '')
    return { file: (stem || 'font') + ending, blob, postScript: font.postscriptName }
  } catch (error) {
    say(`${font.fullName} cannot be read: ${error.message}`, { isError: true })
    return null
  }
}

/** Shows the fonts in a dialog. Resolves with the one that is chosen; undefined if it is closed. */
function chosen(fonts) {
  return new Promise((resolve) => {
    const dialog = find('local-fonts')
    const list = make('ul', { id: 'local-list' })
    const status = make('p', { role: 'status' })
    const field = make('input', { type: 'search', placeholder: 'Find', 'aria-label': 'Find a font' })
    let result
    const item = (font) => {
      const element = make('button', { type: 'button' }, font.fullName)
      element.onclick = () => {
        result = font
        dialog.close()
      }
      return make('li', {}, element)
    }
    const show = () => {
      const words = field.value.toLowerCase().split(' ')
      const found = fonts.filter(({ fullName }) => words.every((word) => fullName.toLowerCase().includes(word)))
      list.replaceChildren(...found.slice(0, SHOWN).map(item))
      const more = found.length - SHOWN
      status.textContent = found.length === 0 ? 'No font has such a name.' : more > 0 ? `${more} more: find them by their names.` : ''
    }
    field.oninput = show
    const close = make('button', { type: 'button', className: 'main', onclick: () => dialog.close() }, 'Close')
    dialog.replaceChildren(make('h2', { id: 'local-fonts-title' }, 'Fonts of this computer'), field, list, status, make('div', {}, close))
    dialog.onclose = () => resolve(result)
    show()
    dialog.showModal()
  })
}
