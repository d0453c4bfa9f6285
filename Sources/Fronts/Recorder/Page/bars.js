// The bars of buttons, and the menu.

import { buildTools, button, find } from './controls.js'
import { listenToKeys } from './keys.js'
import { Menu } from './menu.js'
import { TOOLS } from './tools.js'

/** Builds the buttons of a recorder. */
export function buildBars(recorder) {
  const { documents, selecting, surface, hand, microphone, palette } = recorder
  find('history').append(
    button('undo', 'Undo', 'Ctrl Z', () => recorder.goBack('undo')),
    button('redo', 'Redo', 'Ctrl Shift Z', () => recorder.goBack('redo')),
    button('clear', 'Clear', '', () => recorder.command('clear')))
  buildTools(find('tools'), (name) => recorder.chooseTool(name))
  find('actions').append(
    button('play', 'Replay', '', () => recorder.openReplay(), { isShown: true }),
    button('open', 'Open', 'Ctrl O', () => documents.chooseFiles(), { isShown: true }),
    button('save', 'Save', 'Ctrl S', () => documents.save(), { isShown: true, isMain: true }),
    button('more', 'More', '', () => {}))
  find('zoom').onclick = () => surface.look((view) => view.fit())
  const share = navigator.canShare ? [['Share', '', () => documents.share()]] : []
  const shapes = TOOLS.filter(([, , , , isOne]) => isOne).map(
    ([name, label, key]) => [label, key.toUpperCase(), () => recorder.chooseTool(name)])
  new Menu(find('shape-menu'), find('shapes'), [['', ...shapes]])
  new Menu(find('menu'), find('more'), [['File',
    ['Save as PNG', '', () => documents.savePNG()], ['Save as SVG', '', () => documents.saveSVG()],
    ['Save as video', '', () => documents.saveVideo()], ['Save as animated PNG', '', () => documents.saveAnimation()],
    ['Save as SVG that draws itself', '', () => documents.saveSVGFilm()],
    ['Record sound', '', () => microphone.toggle(), () => microphone.isOn],
    ['Copy as PNG', 'Ctrl C', () => documents.copy()], ...share,
    ['Draw over a picture', '', () => documents.choosePicture()],
    ['New drawing', '', () => documents.startAnew()], ['Earlier drawings', '', () => documents.showEarlier()],
  ], ['Selection',
    ['Select all', 'Ctrl A', () => recorder.selectAll()],
    ['Select the next element', 'N', () => recorder.selectNext()],
    ['Duplicate what is selected', 'Ctrl D', () => recorder.change(() => selecting.duplicate())],
    ['Bring to the front', ']', () => recorder.change(() => selecting.reorder('raise'))],
    ['Send to the back', '[', () => recorder.change(() => selecting.reorder('lower'))],
    ['Delete what is selected', 'Del', () => recorder.change(() => selecting.apply('delete'))],
    ['Clear', '', () => recorder.command('clear')],
  ], ['View',
    ['Zoom in', 'Ctrl +', () => recorder.zoom(1.25)], ['Zoom out', 'Ctrl \u2212', () => recorder.zoom(0.8)],
    ['Show at 100 %', 'Ctrl 0', () => surface.look((view) => view.zoomTo(1))],
    ['Show the whole page', 'Ctrl 9', () => surface.look((view) => view.fit())],
    ['Full screen', 'F', () => recorder.toggleFullScreen()],
  ], ['Hand',
    ...[
      ['Broad lines of a light hand', 'pressureCurve', 0.6], ['Fine lines of a heavy hand', 'pressureCurve', 1.6],
      ['No hairlines', 'minWidth', 0.35],
    ].map(([label, key, value]) => [
      label, '', () => palette.togglePressure(key, value), () => palette.hasPressure(key, value)]),
    ['Two fingers draw two strokes', '', () => { hand.fingersDraw = !hand.fingersDraw }, () => hand.fingersDraw],
  ]])
  listenToKeys(recorder)
}
