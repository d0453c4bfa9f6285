// Builds the buttons of the page.

import { TOOLS, isShape } from './tools.js'

export const find = (id) => document.getElementById(id)

/** An element with properties, and children or text. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (key in element && !key.startsWith('aria')) element[key] = value
    else element.setAttribute(key, value)
  }
  element.append(...children)
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

function icon(path) {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS(SVG, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

const ICONS = {
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  clear: 'M5 7h14M10 11v6M14 11v6M7 7l1 13h8l1-13M9 7V4h6v3',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  back: 'M17 5l-8 7 8 7zM6 5v14',
  forward: 'M7 5l8 7-8 7zM18 5v14',
  open: 'M3 19V6h6l2 2h10v11zM3 12h18',
  save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  more: 'M4 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  duplicate: 'M9 9h11v11H9zM15 9V4H4v11h5',
  raise: 'M12 20V8M7 13l5-5 5 5M5 4h14',
  lower: 'M12 4v12M7 11l5 5 5-5M5 20h14',
  'page-strip': 'M8 4h11v13H8zM5 8v12h10',
  'add-page': 'M12 5v14M5 12h14',
  'earlier-page': 'M15 5l-7 7 7 7',
  'later-page': 'M9 5l7 7-7 7',
  'delete-page': 'M5 7h14M10 11v6M14 11v6M7 7l1 13h8l1-13M9 7V4h6v3',
  close: 'M6 6l12 12M18 6L6 18',
  shapes: 'M4 12h9v9H4zM16 13a5 5 0 1 0-6-6M10 7l-2 3M13 3l7 7',
}

/** A button with an icon. Its label is its name, and is shown if `isShown`. */
export function button(id, label, key, action, { isShown = false, isMain = false } = {}) {
  const element = make('button', {
    id, type: 'button', title: key ? `${label} (${key})` : label, onclick: action, className: isMain ? 'main' : '',
  })
  element.setAttribute('aria-label', label)
  element.append(icon(ICONS[id] ?? ''))
  if (isShown) element.append(make('span', { className: 'wide' }, label))
  return element
}

/** A button that turns something on and off: it looks and is announced as a switch. */
export function toggle(label, action) {
  return make('button', { type: 'button', role: 'switch', className: 'switch', 'aria-checked': 'false', onclick: action }, label)
}

/** Changes the icon and the name of a button. */
export function relabel(element, name, label) {
  element.firstChild.replaceWith(icon(ICONS[name]))
  element.setAttribute('aria-label', label)
  element.title = label
}

export const separator = () => make('span', { className: 'separator' })

/** The tools, of which one is chosen. */
export function buildTools(bar, choose) {
  for (const [name, label, key, path, isShape, isRare] of TOOLS) {
    if (name === 'text') bar.append(button('shapes', 'Shapes', '', () => {}))
    const element = make('button', { type: 'button', title: `${label} (${key})`, onclick: () => choose(name) }, icon(path))
    element.classList.toggle('shape', isShape === true)
    element.classList.toggle('rare', isRare === true)
    element.setAttribute('aria-label', label)
    element.dataset.tool = name
    bar.append(element)
  }
}

/** Shows which tool is chosen. */
export function showTool(name) {
  for (const element of find('tools').children) {
    const { tool } = element.dataset
    element.setAttribute('aria-pressed', String(tool ? tool === name : isShape(name)))
  }
  for (const tool of ['select', 'text', 'eraser']) find('canvas').classList.toggle(tool, tool === name)
}

/**
 * Shows a text; an error stays until it is closed. `actions` are buttons: their labels and functions. The text then
 * stays until one is chosen, unless it `isBrief`. Returns functions that `remove` the text and `change` it.
 */
export function say(text, { isError = false, actions = [], isBrief = actions.length === 0 } = {}) {
  for (const shown of find('messages').children) {
    if (shown.querySelector('p').textContent === text) shown.remove()
  }
  const box = make('div', { className: isError ? 'message error' : 'message' }, make('p', {}, text))
  const remove = () => box.remove()
  for (const [label, action] of actions) {
    box.append(make('button', { type: 'button', onclick: () => { remove(); action() } }, label))
  }
  const close = button('close', 'Close', '', remove)
  close.removeAttribute('id')
  box.append(close)
  find('messages').append(box)
  if (!isError && isBrief) setTimeout(remove, actions.length === 0 ? 5000 : 10_000)
  return { remove, change: (changed) => { box.querySelector('p').textContent = changed } }
}

export function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen()
  else document.documentElement.requestFullscreen?.().catch((error) => say(error.message, { isError: true }))
}
