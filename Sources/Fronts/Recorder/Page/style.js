// The bar for colors, widths and other settings.

import { Colors, opener } from './colors.js'
import { make, separator, toggle } from './controls.js'
import { BUILT_IN } from './fonts.js'
import { BRUSHES, FILLED, dashes, isShape } from './tools.js'

/** The settings of what is selected, as those of a tool: they are the first element's, and change all. */
export class SelectionStyle {
  name = 'select'
  #selecting
  #styles

  constructor(selecting) {
    this.#selecting = selecting
    this.#styles = selecting.styles
  }

  #first(key) { return this.#styles.find((style) => key in style)?.[key] }

  get hasColor() { return this.color !== undefined }
  get color() { return this.#first('color') }

  get settings() {
    if (this.#styles.length === 0) return { isLasso: this.#selecting.isLasso }
    const canBeFilled = this.#styles.some(({ tool }) => FILLED.has(tool))
    const fill = this.#first('fill') ?? 'none'
    const text = this.#styles.find((style) => style.text !== undefined)
    return {
      width: this.#first('width'), opacity: this.#first('opacity'),
      size: text?.size, font: text && (text.font ?? BUILT_IN), isFilled: canBeFilled ? fill !== 'none' : undefined, fill,
      isDashed: this.#styles.some(({ tool }) => isShape(tool)) ? this.#first('dash') !== undefined : undefined,
    }
  }

  set(key, value, isFinal) {
    if (key === 'isLasso') this.#selecting.isLasso = value
    else if (key === 'isFilled') this.#selecting.restyle({ fill: value && this.color !== 'rainbow' ? this.color : 'none' }, isFinal)
    else if (key === 'isDashed') this.#selecting.restyle({ dash: value ? dashes(this.#first('width')) : [] }, isFinal)
    else if (key === 'color' && this.#selecting.isFilled && value !== 'rainbow') this.#selecting.restyle({ color: value, fill: value }, isFinal)
    else this.#selecting.restyle({ [key]: value }, isFinal)
  }
}

/**
 * Builds the controls. `style` returns what has the settings, {name, color, hasColor, settings, set(key, value, isFinal)};
 * `changed` is called with what makes a change. `fontChoice` builds the list of fonts. Returns a function that updates the
 * controls.
 */
export function buildStyle(bar, style, changed, fontChoice) {
  const set = (key, value, isFinal = true) => changed(() => style().set(key, value, isFinal))
  const colors = new Colors((color, isFinal) => {
    set('color', color, isFinal)
    if (isFinal) palette.close()
  })
  colors.element.id = 'colors'
  // In narrow windows it shows the colors, which have no room in the bar.
  const palette = opener(colors)
  palette.button.id = 'color'

  const sliders = {}
  const slider = (key, label, min, max, step, text) => {
    const output = make('output')
    const input = make('input', { type: 'range', min, max, step, 'aria-label': label })
    input.oninput = () => set(key, Number(input.value), false)
    input.onchange = () => set(key, Number(input.value))
    sliders[key] = { input, output, text, row: make('label', { className: 'slider' }, make('span', {}, label), input, output) }
    return sliders[key].row
  }
  const toggles = {}
  const choice = (key, label, off, on) => {
    const element = toggle(label, () => set(key, style().settings[key] === on ? off : on))
    toggles[key] = { element, on }
    return element
  }
  const filled = make('input', { type: 'color' })
  filled.setAttribute('aria-label', 'Fill color')
  filled.oninput = () => set('fill', filled.value, false)
  filled.onchange = () => set('fill', filled.value)
  const fill = make('label', { className: 'swatch', id: 'fill', title: 'Fill color' }, filled, make('i'))
  const brushes = make('select', { id: 'brush', 'aria-label': 'Brush', title: 'Brush' })
  for (const [name, label] of BRUSHES) brushes.append(make('option', { value: name }, label))
  brushes.onchange = () => set('brush', brushes.value)
  const fonts = fontChoice.build((name) => { if (style().settings.font !== undefined) set('font', name) })
  bar.append(
    palette.button, colors.element, separator(), brushes, fonts.element, slider('width', 'Width', 1, 64, 0.5, (value) => value),
    slider('size', 'Size', 8, 96, 1, (value) => value), slider('sides', 'Sides', 3, 12, 1, (value) => value),
    slider('points', 'Points', 3, 12, 1, (value) => value),
    slider('opacity', 'Opacity', 0.05, 1, 0.01, (value) => `${Math.round(100 * value)}%`),
    choice('isFilled', 'Filled', false, true), fill, choice('isDashed', 'Dashed', false, true), choice('mode', 'Whole strokes', 'pixel', 'stroke'),
    choice('isLasso', 'Lasso', false, true))

  return () => {
    const { color, hasColor, settings } = style()
    colors.show(hasColor ? color : undefined)
    palette.show(color ?? '')
    colors.element.hidden = palette.button.hidden = !hasColor
    bar.querySelector('.separator').hidden = !hasColor
    brushes.hidden = settings.brush === undefined
    brushes.value = settings.brush ?? 'ink'
    fonts.show(settings.font)
    fill.hidden = !settings.isFilled
    if (/^#[0-9a-f]{6}$/i.test(settings.fill ?? color)) filled.value = settings.fill ?? color
    fill.lastChild.style.background = settings.fill ?? color
    for (const [key, { input, output, text, row }] of Object.entries(sliders)) {
      row.hidden = settings[key] === undefined
      input.value = settings[key] ?? 0
      output.value = text(settings[key] ?? 0)
    }
    for (const [key, { element, on }] of Object.entries(toggles)) {
      element.hidden = settings[key] === undefined
      element.setAttribute('aria-checked', String(settings[key] === on))
    }
  }
}
