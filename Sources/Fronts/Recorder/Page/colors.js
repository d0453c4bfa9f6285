// Swatches of colors, of which one is chosen.

import { make } from './controls.js'
import { COLORS } from './tools.js'

/** A group of swatches: `element`. */
export class Colors {
  #own

  /** `choose` gets a color, and whether it is final: not as long as the user looks for one. */
  constructor(choose) {
    this.element = make('span', { className: 'colors', role: 'group', 'aria-label': 'Color' })
    for (const [color, label] of COLORS) {
      const swatch = make('button', { type: 'button', className: 'swatch', title: label, 'aria-label': label }, dot(color))
      swatch.dataset.color = color
      swatch.onclick = () => choose(color, true)
      this.element.append(swatch)
    }
    this.#own = make('input', {
      type: 'color', 'aria-label': 'Another color', oninput: () => choose(this.#own.value, false),
      onchange: () => choose(this.#own.value, true),
    })
    this.element.append(make('label', { className: 'swatch', title: 'Another color' }, this.#own, make('i')))
  }

  /** Shows which color is chosen; undefined if none is. */
  show(color) {
    for (const swatch of this.element.querySelectorAll('button')) {
      swatch.setAttribute('aria-pressed', String(swatch.dataset.color === color))
    }
    const isOwn = color !== undefined && !COLORS.some(([known]) => known === color)
    this.element.lastChild.classList.toggle('chosen', isOwn)
    if (isOwn && /^#[0-9a-f]{6}$/i.test(color)) this.#own.value = color
  }
}

function dot(color) {
  const element = make('i')
  paint(element, color)
  return element
}

function paint(element, color) {
  element.className = color === 'rainbow' ? 'rainbow' : ''
  element.style.background = color === 'rainbow' ? '' : color
}

/** A button that shows the color, and opens and closes the `colors`: {button, show(color), close()}. */
export function opener(colors) {
  const button = make('button', { type: 'button', className: 'color', 'aria-label': 'Color', 'aria-expanded': 'false' }, make('i'))
  const toggle = (isOpen) => {
    colors.element.classList.toggle('open', isOpen)
    button.setAttribute('aria-expanded', String(isOpen))
  }
  button.onclick = () => toggle(button.getAttribute('aria-expanded') !== 'true')
  addEventListener('pointerdown', ({ target }) => {
    if (!button.contains(target) && !colors.element.contains(target)) toggle(false)
  })
  return { button, show: (color) => paint(button.firstChild, color), close: () => toggle(false) }
}
