// A text field over the canvas, where the text will be.

import { find, make } from './controls.js'

/**
 * Lets the user type at a position in points. `preview` shows the words as they will be drawn, and returns their box in
 * points with a `warning` about letters that the font lacks, if it can. `done` gets the text, unless it is empty or the
 * user cancels. `family` is that of the letters, if the page has it.
 */
export function typeText(surface, place, { size, color, text = '', family }, preview, done) {
  find('entry')?.blur()
  const box = surface.box({ ...place, width: 0, height: 0 })
  const area = make('textarea', { id: 'entry', value: text, spellcheck: false, rows: 1 })
  area.setAttribute('aria-label', 'Text; Enter ends it, Shift and Enter begins a line')
  const font = (height) => `${size * box.factor}px${height} ${family ? `${family}, ` : ''}ui-monospace, monospace`
  Object.assign(area.style, { left: `${box.left}px`, top: `${box.top}px`, font: font('/1.25') })
  if (color !== 'rainbow') area.style.setProperty('--ink', color)
  const note = make('output', { id: 'entry-note' })
  const measure = make('canvas').getContext('2d')
  const show = () => {
    const drawn = preview(area.value)
    area.classList.toggle('drawn', drawn !== undefined)
    const lines = area.value.split('\n')
    const longest = lines.reduce((most, line) => (line.length > most.length ? line : most))
    measure.font = font('')
    const typed = measure.measureText(longest).width
    // What is typed lies unseen over what is drawn, so that the caret is where the letters end.
    const width = drawn ? drawn.width * box.factor : typed
    area.style.letterSpacing = longest === '' ? '' : `${(width - typed) / longest.length}px`
    area.style.width = `${width + 2 * size * box.factor}px`
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
    note.value = drawn?.warning ?? ''
    const [left, room] = [parseFloat(area.style.left), find('frame').clientWidth]
    Object.assign(note.style, { left: `${Math.max(0, Math.min(left, room - note.offsetWidth - 4))}px`, top: `${box.top + area.scrollHeight}px` })
  }
  let isOver = false
  const end = (isGiven, isByKey = true) => {
    if (isOver) return
    isOver = true
    const words = area.value
    area.remove()
    note.remove()
    if (isGiven && words.trim() !== '') done(words)
    else preview('')
    if (isByKey) find('canvas').focus()
  }
  area.oninput = show
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
  find('frame').append(area, note)
  show()
  area.focus()
}
