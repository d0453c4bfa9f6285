// Draws boards with Canvas 2D as services do: a line through the points of each stroke. A worker of its own for each
// processor, which takes the next boards, draws them, and sends the PNGs in one piece.

/** The boards of one request. */
const BATCH = 20
/** Pictures of a worker that are compressed at the same time. */
const AT_ONCE = 4

async function draw(log, canvas) {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let isDown = false
  for (const line of log.split('\n')) {
    if (!line) continue
    const event = JSON.parse(line)
    if (event.doodle) {
      const scale = 256 / Math.max(...event.size)
      const [width, height] = event.size.map((side) => Math.ceil(side * scale - 1e-6))
      Object.assign(canvas, { width, height })
      context.fillStyle = 'white'
      context.fillRect(0, 0, width, height)
      context.scale(scale, scale)
      Object.assign(context, { lineCap: 'round', lineJoin: 'round', lineWidth: 2 })
    }
    if (event.color) context.strokeStyle = event.color
    if (event.width) context.lineWidth = event.width
    if (event.opacity) context.globalAlpha = event.opacity
    if (event.phase === 'began') {
      context.beginPath()
      context.moveTo(...event.point)
      isDown = true
    } else if (event.phase && isDown && !event.predicted) {
      if (event.point) context.lineTo(...event.point)
      if (event.phase !== 'ended') continue
      context.stroke()
      isDown = false
    }
  }
  return canvas.convertToBlob({ type: 'image/png' })
}

async function work(last) {
  const canvases = Array.from({ length: AT_ONCE }, () => new OffscreenCanvas(256, 256))
  for (;;) {
    const boards = await (await fetch(`/boards?count=${BATCH}&last=${last}`)).json()
    if (boards.length === 0) return
    const pictures = []
    const one = async (canvas) => { while (boards.length > 0) pictures.push(await draw(boards.pop(), canvas)) }
    await Promise.all(canvases.map(one))
    await fetch('/pictures', { method: 'POST', body: new Blob(pictures) })
  }
}

if (globalThis.document) {
  const workers = Array.from({ length: navigator.hardwareConcurrency }, () => new Worker('page.mjs', { type: 'module' }))
  /** Draws boards up to the number `last`. */
  globalThis.draw = (last) => Promise.all(workers.map((worker) => new Promise((resolve, reject) => {
    worker.onmessage = resolve
    worker.onerror = (event) => reject(new Error(event.message))
    worker.postMessage(last)
  }))).then(() => true)
} else {
  onmessage = async ({ data }) => {
    await work(data)
    postMessage(null)
  }
}
