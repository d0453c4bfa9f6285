// The menu at the pointer, of the element or of the page there.

import { dataOf, useAsBackground } from './background.js'
import { find } from './controls.js'
import { Menu } from './menu.js'

/** Builds the menus of a recorder, which the right button of a mouse opens on the canvas. */
export function listenToContextMenu(recorder) {
  const { exports, hand, selecting, session, surface } = recorder
  const change = (body) => () => recorder.change(body)
  /** The picture that is selected; undefined if it is something else. */
  const image = () => {
    const [style, ...others] = selecting.styles
    if (others.length > 0 || 'color' in style) return undefined
    const data = dataOf(session.log(), style.id)
    return data && { id: style.id, data }
  }
  const element = new Menu(find('element-menu'), undefined, [['',
    ['Cut', 'Ctrl X', change(() => selecting.cut())], ['Copy', 'Ctrl C', () => selecting.copy()],
    ['Duplicate', 'Ctrl D', change(() => selecting.duplicate())],
    ['Bring to the front', ']', change(() => selecting.reorder('raise'))],
    ['Send to the back', '[', change(() => selecting.reorder('lower'))],
    ['Edit the text', 'Enter', () => hand.texts.edit(), undefined,
      () => selecting.ids.length === 1 && selecting.styles[0].text !== undefined],
    ['Use as background', '', () => {
      const chosen = image()
      useAsBackground(recorder, 'picture.png', session.pictures.get(chosen.data), chosen)
    }, undefined, () => image() !== undefined],
    ['Delete', 'Del', change(() => selecting.apply('delete'))],
  ]])
  const page = new Menu(find('page-menu'), undefined, [['',
    ['Paste', 'Ctrl V', () => recorder.paste(), undefined, () => selecting.hasCopied], ['Select all', 'Ctrl A', () => recorder.selectAll()],
    ['Undo', 'Ctrl Z', () => recorder.goBack('undo')], ['Copy as PNG', 'Ctrl C', () => exports.copy()],
    ['Add a page', '', () => recorder.turning.add()], ['Show the whole page', 'Ctrl 9', () => surface.look((view) => view.fit())],
  ]])
  const open = (event) => {
    // Messages have words to copy.
    if (event.target.closest('#messages, #beside, textarea, button')) return
    event.preventDefault()
    if (recorder.replay.isOpen || hand.isDown || event.pointerType === 'touch') return
    const isSelected = recorder.attempt(() => selecting.selectAt(event, () => recorder.chooseTool('select')))
    if (isSelected) (selecting.isEmpty ? page : element).openAt(event.clientX, event.clientY)
  }
  find('frame').addEventListener('contextmenu', open)
}
