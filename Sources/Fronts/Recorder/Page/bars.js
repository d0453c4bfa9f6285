// The bars of buttons, and the menu.

import { listenToContextMenu } from './context-menu.js'
import { buildTools, button, find, toggleFullScreen } from './controls.js'
import { showEraserRing } from './eraser-ring.js'
import { buildKeyList } from './key-list.js'
import { listenToKeys } from './keys.js'
import { Menu } from './menu.js'
import { paperItems } from './papers.js'
import { buildSaveDialog } from './save-dialog.js'
import { TOOLS } from './tools.js'

/** Builds the buttons of a recorder. Returns what begins to listen to its keys. */
export function buildBars(recorder) {
  const { documents, exports, surface, hand, microphone, palette, strip } = recorder
  find('history').append(
    button('undo', 'Undo', 'Ctrl Z', () => recorder.goBack('undo')),
    button('redo', 'Redo', 'Ctrl Shift Z', () => recorder.goBack('redo')),
    button('clear', 'Clear', '', () => recorder.command('clear')))
  buildTools(find('tools'), (name) => recorder.chooseTool(name))
  find('actions').append(
    button('page-strip', 'Pages', '', () => strip.toggle()),
    button('play', 'Replay', '', () => recorder.openReplay(), { isShown: true }),
    button('open', 'Open', 'Ctrl O', () => documents.chooseFiles(), { isShown: true }),
    button('save', 'Save', '', buildSaveDialog(recorder), { isShown: true, isMain: true }),
    button('more', 'More', '', () => {}))
  find('zoom').onclick = () => surface.look((view) => view.fit())
  const share = navigator.canShare ? [['Share', '', () => exports.share()]] : []
  const showKeys = buildKeyList()
  const shapes = TOOLS.filter(([, , , , isOne]) => isOne).map(
    ([name, label, key]) => [label, key.toUpperCase(), () => recorder.chooseTool(name)])
  new Menu(find('shape-menu'), find('shapes'), [['', ...shapes]])
  const papers = new Menu(find('paper-menu'), undefined, [['Paper', ...paperItems(recorder)]])
  new Menu(find('menu'), find('more'), [['File',
    ['New drawing', '', () => documents.startAnew()], ['Earlier drawings', '', () => documents.showEarlier()],
    ['Add a page', '', () => recorder.turning.add()], ['Add pictures', '', () => documents.choosePictures()],
    ['Paper', '', () => papers.openAt(innerWidth, find('more').getBoundingClientRect().bottom + 8)],
    ['Record sound', '', () => microphone.toggle(), () => microphone.isOn],
    ['Copy as PNG', 'Ctrl C', () => exports.copy()], ...share, ['Print', 'Ctrl P', () => print()],
  ], ['Selection',
    ['Select all', 'Ctrl A', () => recorder.selectAll()],
    ['Select the next element', 'N', () => recorder.selectNext()],
    ['Clear', '', () => recorder.command('clear')],
  ], ['View',
    ['Zoom in', 'Ctrl +', () => recorder.zoom(1.25)], ['Zoom out', 'Ctrl \u2212', () => recorder.zoom(0.8)],
    ['Show at 100 %', 'Ctrl 0', () => surface.look((view) => view.zoomTo(1))],
    ['Show the whole page', 'Ctrl 9', () => surface.look((view) => view.fit())],
    ['All pages', '', () => strip.toggle(), () => strip.isOpen, () => recorder.pages.count > 1],
    ['Full screen', 'F', toggleFullScreen], ['Keys', '?', showKeys],
  ], ['Hand',
    ...[
      ['Broad lines of a light hand', 'pressureCurve', 0.6], ['Fine lines of a heavy hand', 'pressureCurve', 1.6],
      ['No hairlines', 'minWidth', 0.35],
    ].map(([label, key, value]) => [
      label, '', () => palette.togglePressure(key, value), () => palette.hasPressure(key, value)]),
    ['Two fingers draw two strokes', '', () => { hand.fingersDraw = !hand.fingersDraw }, () => hand.fingersDraw],
  ]])
  find('page-strip').setAttribute('aria-expanded', 'false')
  find('page-strip').setAttribute('aria-controls', 'pages')
  listenToContextMenu(recorder)
  return () => {
    listenToKeys(recorder, showKeys)
    // After the keys, which choose tools.
    showEraserRing(recorder)
  }
}
