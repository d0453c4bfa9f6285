// Draws one long stroke event by event, in several ways, and measures the time that each event takes.

import { Doodle } from '../../../build/doodle.mjs'
import { outline, trace } from './outline.mjs'

const [WIDTH, HEIGHT] = [1920, 1080]
const EVENTS = 10_000
const PEN = { color: '#1e66f5', width: 6 }
/** The events at which the measured stretches end. */
const ENDS = [50, 1000, EVENTS]
const STRETCH = 50
/** After this many events the page waits for a frame, so that deferred work of the canvas does not pile up. */
const FRAME = 10

const doodle = await Doodle.load(fetch(new URL('../../../build/doodle.wasm', import.meta.url)))

/** Loops in rows from the top to the bottom, some 4 pixels between two events. */
const events = Array.from({ length: EVENTS }, (_, i) => {
  const [row, loop] = [(Math.PI * 17 * i) / EVENTS, (2 * Math.PI * 340 * i) / EVENTS]
  return {
    x: WIDTH / 2 - 900 * Math.cos(row) + 14 * Math.cos(loop),
    y: 50 + (980 * i) / EVENTS + 20 * Math.sin(loop),
    pressure: 0.6 + 0.3 * Math.sin(i / 37),
    time: i / 120,
  }
})

/** Each way gets a context and returns a function that draws an event. */
const WAYS = {
  doodle(context) {
    const drawing = doodle.newDrawing()
    drawing.apply(JSON.stringify({ doodle: 1, size: [WIDTH, HEIGHT], scale: 1 }) + '\n')
    drawing.apply(JSON.stringify({ tool: 'pen', ...PEN }) + '\n')
    drawing.draw(context)
    return {
      draw({ x, y, pressure, time }, i) {
        drawing.touch(i === 0 ? 'began' : 'moved', 1, x, y, { pressure, time })
        drawing.draw(context)
      },
      end: () => drawing.delete(),
    }
  },

  segments(context) {
    Object.assign(context, { strokeStyle: PEN.color, lineCap: 'round' })
    let last
    return {
      draw(event) {
        last ??= event
        context.lineWidth = PEN.width * event.pressure
        context.beginPath()
        context.moveTo(last.x, last.y)
        context.lineTo(event.x, event.y)
        context.stroke()
        last = event
      },
      end() {},
    }
  },

  outline(context) {
    context.fillStyle = PEN.color
    const points = []
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    const add = (event) => {
      points.push(event)
      left = Math.min(left, event.x - PEN.width)
      right = Math.max(right, event.x + PEN.width)
      top = Math.min(top, event.y - PEN.width)
      bottom = Math.max(bottom, event.y + PEN.width)
    }
    return {
      draw(event) {
        add(event)
        context.clearRect(left, top, right - left, bottom - top)
        trace(context, outline(points, PEN.width))
        context.fill()
      },
      // The drawing depends on the points alone, so events that are not measured need not be drawn.
      skip: add,
      end() {},
    }
  },
}

/** Microseconds per event in each stretch. With `isFlushed`, each event includes reading one pixel. */
async function measure(way, isFlushed) {
  const canvas = document.createElement('canvas')
  document.querySelector('canvas').replaceWith(canvas)
  Object.assign(canvas, { width: WIDTH, height: HEIGHT })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const { draw, skip = draw, end } = WAYS[way](context)
  const stretches = []
  for (let i = 0; i < EVENTS; ) {
    const isMeasured = ENDS.some((end) => i >= end - STRETCH && i < end)
    const apply = isMeasured ? draw : skip
    if (i % STRETCH === 0 || isMeasured) await frame()
    if (i % STRETCH === 0 && isMeasured) stretches.push([])
    const start = performance.now()
    for (const stop = i + FRAME; i < stop; i++) {
      apply(events[i], i)
      if (isFlushed && isMeasured) context.getImageData(events[i].x, events[i].y, 1, 1)
    }
    if (isMeasured) stretches.at(-1).push(((performance.now() - start) * 1000) / FRAME)
  }
  await frame()
  end()
  return stretches.map(median)
}

const frame = () => new Promise((done) => requestAnimationFrame(done))
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

window.measure = measure
