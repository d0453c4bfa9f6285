import { Doodle } from '../../build/doodle.mjs'

const SIZE = [480, 320]
const POINTERS = { mouse: 'mouse', pen: 'pencil', touch: 'finger' }

const doodle = await Doodle.load(fetch(new URL('../../build/doodle.wasm', import.meta.url)))
const drawing = doodle.newDrawing()
// The log holds all that the picture depends on.
drawing.apply(JSON.stringify({ doodle: 1, size: SIZE, scale: devicePixelRatio, model: drawing.model }) + '\n')
drawing.apply('{"tool":"pen","color":"#1e66f5","width":6}\n')

const canvas = document.querySelector('canvas')
const context = canvas.getContext('2d')
drawing.changedRect()
Object.assign(canvas, { width: drawing.width, height: drawing.height })
Object.assign(canvas.style, { width: `${SIZE[0]}px`, height: `${SIZE[1]}px` })
context.putImageData(new ImageData(drawing.pixels, drawing.width, drawing.height), 0, 0)

let start

function touch(phase, event, predicted = false) {
  const { left, top } = canvas.getBoundingClientRect()
  start ??= event.timeStamp
  drawing.touch(phase, event.pointerId, event.clientX - left, event.clientY - top, {
    // Mice have no sensor, and browsers then report 0.5. A pen that leaves the surface has 0.
    pressure: event.pointerType === 'pen' && phase !== 'ended' ? event.pressure : undefined,
    time: (event.timeStamp - start) / 1000,
    pointer: POINTERS[event.pointerType],
    predicted,
  })
}

canvas.onpointerdown = (event) => {
  if (event.button !== 0) return
  canvas.setPointerCapture(event.pointerId)
  touch('began', event)
  drawing.draw(context)
}

canvas.onpointermove = (event) => {
  if (!canvas.hasPointerCapture(event.pointerId)) return
  // A browser joins the events between two frames, and predicts the next ones. Older browsers do not give them, and
  // events that a script dispatches have none.
  const joined = event.getCoalescedEvents?.() ?? []
  for (const one of joined.length > 0 ? joined : [event]) touch('moved', one)
  for (const next of event.getPredictedEvents?.() ?? []) touch('moved', next, true)
  drawing.draw(context)
}

canvas.onpointerup = canvas.onpointercancel = (event) => {
  if (!canvas.hasPointerCapture(event.pointerId)) return
  touch(event.type === 'pointerup' ? 'ended' : 'cancelled', event)
  drawing.draw(context)
}

const button = document.querySelector('button')
button.onclick = () => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([drawing.log()]))
  link.download = 'drawing.jsonl'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}
button.disabled = false
