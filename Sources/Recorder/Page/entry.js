// A text field over the canvas, where the text will be.

import { find, make } from './controls.js'

/**
 * Lets the user type at a position in points. `done` gets the text, unless it is empty or the user cancels.
 */
export function typeText(surface, place, { size, color, text = '' }, done) {
  find('entry')?.blur()
  const box = surface.box({ ...place, width: 0, height: 0 })
  const area = make('textarea', { id: 'entry', value: text, spellcheck: false, rows: 1 })
  area.setAttribute('aria-label', 'Text; Enter ends it, Shift and Enter begins a line')
  Object.assign(area.style, {
    left: `${box.left}px`, top: `${box.top}px`, font: `${size * box.factor}px ui-monospace, monospace`,
    color: color === 'rainbow' ? '' : color,
  })
  const grow = () => {
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
    const longest = Math.max(...area.value.split('\n').map((line) => line.length))
    area.style.width = `${Math.max(8, longest + 2) * size * 0.62 * box.factor}px`
  }
  let isOver = false
  const end = (isGiven, isByKey = true) => {
    if (isOver) return
    isOver = true
    const words = area.value
    area.remove()
    if (isGiven && words.trim() !== '') done(words)
    if (isByKey) find('canvas').focus()
  }
  area.oninput = grow
  area.onblur = () => end(true, false)
  area.onkeydown = (event) => {
    event.stopPropagation()
    // Keys of an input method; some browsers say so by the code 229 alone.
    if (event.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape') end(false)
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      end(true)
    }
  }
  find('frame').append(area)
  grow()
  area.focus()
}
