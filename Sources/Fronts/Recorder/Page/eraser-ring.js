// A ring around the pointer, as large as the eraser.

import { find } from './controls.js'

/** Shows the ring of a recorder while an eraser is over the canvas, or touches it. */
export function showEraserRing({ palette, replay, surface }) {
  const ring = find('ring')
  const hide = () => { ring.hidden = true }
  const follow = (event) => {
    const isEraser = palette.name === 'eraser' && !replay.isOpen
    const isDown = event.buttons > 0 || event.pointerType !== 'touch'
    ring.hidden = !isEraser || !isDown
    if (ring.hidden) return
    const { left, top } = find('frame').getBoundingClientRect()
    const size = palette.settings.width * surface.view.zoom
    Object.assign(ring.style, {
      left: `${event.clientX - left - size / 2}px`, top: `${event.clientY - top - size / 2}px`, width: `${size}px`, height: `${size}px`,
    })
  }
  for (const type of ['pointermove', 'pointerdown', 'pointerover']) find('canvas').addEventListener(type, follow)
  for (const type of ['pointerleave', 'pointercancel']) find('canvas').addEventListener(type, hide)
  find('canvas').addEventListener('pointerup', ({ pointerType }) => { if (pointerType === 'touch') hide() })
  addEventListener('keydown', () => { if (palette.name !== 'eraser') hide() })
}
