// The keyboard.

import { find, toggleFullScreen } from './controls.js'
import { Menu } from './menu.js'
import { TOOLS } from './tools.js'

/** The step of the arrow keys, in points. */
const NUDGE = 1

/** Binds keys to what the buttons do, the arrow keys to moving the selection, and `?` to showing the keys. */
export function listenToKeys(recorder, showKeys) {
  addEventListener('keydown', (event) => {
    const isInField = event.target.matches('input:not([type=range]), textarea')
    // Letters choose in a list.
    if (isInField || (event.target.matches('select') && event.key !== 'Escape') || document.querySelector('dialog[open]')) return
    // On keyboards of other alphabets, use the letter of the Latin layout.
    const key = (/^[^\x00-\x7f]$/.test(event.key) ? event.code.replace(/^Key/, '') : event.key).toLowerCase()
    const action = event.ctrlKey || event.metaKey ? withControl(key, event) : event.altKey ? null : alone(key, event)
    if (!action) return
    event.preventDefault()
    action()
  })

  function withControl(key, { shiftKey, altKey, repeat }) {
    if (altKey || (key === 'c' && String(getSelection()) !== '')) return null
    if (find('actions').inert && 'soc'.includes(key)) return () => {}
    const { documents, exports, surface, selecting } = recorder
    const action = {
      z: () => recorder.goBack(shiftKey ? 'redo' : 'undo'), y: () => recorder.goBack('redo'),
      s: () => documents.save(), o: () => documents.chooseFiles(), a: () => recorder.selectAll(),
      c: () => (selecting.isEmpty ? exports.copy() : selecting.copy()),
      ...(selecting.isEmpty ? {} : { x: () => recorder.change(() => selecting.cut()), d: () => recorder.change(() => selecting.duplicate()) }),
      0: () => surface.look((view) => view.zoomTo(1)), 9: () => surface.look((view) => view.fit()),
      '+': () => recorder.zoom(1.25), '=': () => recorder.zoom(1.25), '-': () => recorder.zoom(0.8),
    }[key]
    return action && repeat && 'soc'.includes(key) ? () => {} : action
  }

  function alone(key, { target, shiftKey }) {
    const { hand, replay, selecting, toolName } = recorder
    if (key === 'escape') return escape
    if (target.matches('[type=range]') && key.startsWith('arrow')) return null
    if (replay.isOpen) {
      if (key === ' ' && target.matches('button')) return null
      return {
        ' ': () => replay.toggle(), ',': () => replay.step(true), '.': () => replay.step(false),
        arrowleft: () => replay.step(true), arrowright: () => replay.step(false),
        '<': () => replay.changeSpeed(-1), '>': () => replay.changeSpeed(1),
        home: () => replay.seek(0), end: () => replay.seek(Infinity),
      }[key]
    }
    const step = { arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1] }[key]
    const menu = Menu.open
    if (step && menu) return () => menu.move(step[0] + step[1])
    if (selecting.ids.length > 0) {
      const by = step?.map((side) => side * (shiftKey ? 10 : 1) * NUDGE)
      const change = step ? () => selecting.apply('move', { by }) : {
        delete: () => selecting.apply('delete'), backspace: () => selecting.apply('delete'),
        ']': () => selecting.reorder('raise'), '[': () => selecting.reorder('lower'),
      }[key]
      if (change) return () => recorder.change(change)
    }
    if (key === 'enter' && target === find('canvas')) {
      if (toolName === 'text') return () => hand.texts.typeInTheMiddle()
      if (toolName === 'select') return () => hand.texts.edit()
    }
    const tool = TOOLS.find(([, , letter]) => letter === key)
    if (tool) return () => recorder.chooseTool(tool[0])
    return {
      pagedown: () => recorder.turning.by(1), pageup: () => recorder.turning.by(-1), n: () => recorder.selectNext(),
      f: toggleFullScreen, '?': showKeys,
    }[key]
  }

  function escape() {
    if (Menu.open) Menu.open.close()
    else if (recorder.hand.cancel()) return
    else if (recorder.replay.isOpen) recorder.closeReplay()
    else recorder.selecting.select([])
  }
}
