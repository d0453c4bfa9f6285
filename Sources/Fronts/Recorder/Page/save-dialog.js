// The dialog that saves a drawing in the formats that the page writes.

import { find, make } from './controls.js'

/** Builds the dialog of a recorder. Returns a function that opens it. */
export function buildSaveDialog(recorder) {
  const { documents, exports } = recorder
  const kinds = [
    ['Save as log', 'Ctrl S', 'To go on with here, and for doodle: every touch', () => documents.save()],
    ['Save as PNG', '', 'A picture, pixel for pixel', () => exports.savePNG()],
    ['Save as SVG', '', 'Shapes, for any size', () => exports.saveSVG()],
    ['Print or save as PDF', 'Ctrl P', 'The drawing alone, a paper for each page', () => print()],
    ['Save as video', '', 'How it was drawn, with sound; takes as long as it plays', () => exports.saveVideo()],
    ['Save as animated PNG', '', 'How it was drawn, in any browser', () => exports.saveAnimation()],
    ['Save as SVG that draws itself', '', 'How it was drawn, for any size', () => exports.saveSVGFilm()],
  ]
  const dialog = find('saving')
  const which = make('p', {})
  const close = make('button', { type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, 'Close')
  dialog.append(make('h2', { id: 'saving-title' }, 'Save'), which)
  for (const [label, key, meaning, save] of kinds) {
    const item = make('button', { type: 'button', 'aria-label': label }, make('span', {}, label), make('small', {}, meaning))
    if (key) item.append(make('kbd', {}, key))
    item.onclick = () => {
      dialog.close()
      save()
    }
    dialog.append(item)
  }
  dialog.append(make('div', {}, close))
  return () => {
    recorder.endTouches()
    const { count, index } = recorder.pages
    which.hidden = count === 1
    which.textContent = `The log and the print have all ${count} pages; the other files have page ${index + 1}.`
    if (!dialog.open) dialog.showModal()
  }
}
