// The list of keys.

import { find, make } from './controls.js'
import { TOOLS } from './tools.js'

const KEYS = [
  ['Tools', ...TOOLS.map(([, label, key]) => [key.toUpperCase(), label])],
  ['Drawing', ['Shift', 'straight lines, squares, circles'], ['Esc', 'takes back what is being drawn'], ['Ctrl Z', 'Undo'],
    ['Ctrl Shift Z', 'Redo'], ['Enter', 'types a text in the middle, with its tool']],
  ['Selection', ['Ctrl A', 'Select all'], ['N', 'Select the next element'], ['Shift and a click', 'selects more'],
    ['arrows', 'move by a point, with Shift by ten'], ['Alt and a drag', 'moves a copy'], ['Ctrl D', 'Duplicate'],
    ['Ctrl C, X, V', 'Copy, cut, paste'], [']', 'Bring to the front'], ['[', 'Send to the back'], ['Del', 'Delete'],
    ['Enter', 'edits a text']],
  ['View', ['Ctrl wheel', 'Zoom'], ['Space and a drag', 'moves the page'], ['Ctrl +', 'Zoom in'], ['Ctrl \u2212', 'Zoom out'],
    ['Ctrl 0', '100 %'], ['Ctrl 9', 'The whole page'], ['F', 'Full screen']],
  ['Pages', ['Page Down', 'Next page'], ['Page Up', 'Page before'], ['arrows', 'move the border that has the focus, with Alt the other sides']],
  ['Replay', ['Space', 'Play, pause'], [', and .', 'One event back, on'], ['< and >', 'Slower, faster'], ['Esc', 'Back to the drawing']],
  ['File', ['Ctrl S', 'Save as log'], ['Ctrl O', 'Open'], ['Ctrl P', 'Print'], ['?', 'These keys']],
]

/** Builds the dialog. Returns a function that opens it. */
export function buildKeyList() {
  const dialog = find('keys')
  const groups = KEYS.map(([title, ...keys]) => make('section', {}, make('h3', {}, title), make('dl', {},
    ...keys.map(([key, meaning]) => make('div', {}, make('dt', {}, make('kbd', {}, key)), make('dd', {}, meaning))))))
  dialog.append(
    make('h2', { id: 'keys-title' }, 'Keys'), make('div', { className: 'groups', tabIndex: 0 }, ...groups),
    make('div', {}, make('button', { type: 'button', className: 'main', onclick: () => dialog.close() }, 'Close')))
  return () => dialog.showModal()
}
