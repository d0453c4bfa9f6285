// Logs of strangers to thumbnails, in any worker that has WebAssembly: in Node, in a browser, at an edge.
// It reads no files and needs no packages: it is given the compiled engine.
import { Doodle, DoodleError } from '../../build/doodle.mjs'

export const LIMITS = {
  /** The largest log, in bytes. */
  log: 4 << 20,
  /** The bytes of all requests together whose bodies are not complete. */
  reading: 64 << 20,
  /** The longest header from which the size is read here, in bytes. The engine reads every one, in its own memory. */
  header: 64 << 10,
  /** The most memory with which an engine goes on to the next board, in bytes. `bound.mjs` bounds that of one board. */
  kept: 24 << 20,
  /** The longest sides of thumbnails, in pixels. Few, because each is drawn and kept by itself. */
  sides: [128, 256, 512],
}

const status = { tooLarge: 413, refused: 422, busy: 503 }

/** What makes a thumbnail: the SHA-256 of the log's bytes, the options, and the version of the engine. */
export async function keyOf(log, side, version) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', log))
  return `${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}.${side}.${version}`
}

/** The bytes of all bodies that are being read. */
let reading = 0

/**
 * The body of a request: `{ log }`, or `{ status, reason }` if it has more bytes than a log, or if those of all requests
 * are too many. The others are not read.
 */
export async function read(body) {
  const parts = []
  let length = 0
  try {
    // In Node, the connection must stay for the answer.
    for await (const part of body?.iterator?.({ destroyOnReturn: false }) ?? body ?? []) {
      length += part.length
      reading += part.length
      if (length > LIMITS.log) return tooLarge
      if (reading > LIMITS.reading) return { status: status.busy, reason: 'too many boards come at once' }
      parts.push(part)
    }
    return { log: new Uint8Array(await new Blob(parts).arrayBuffer()) }
  } finally {
    reading -= length
  }
}

const tooLarge = { status: status.tooLarge, reason: `the board has more than ${LIMITS.log} bytes` }

/** Why a board is refused before it is drawn, or null. */
export function refusal(length, side) {
  if (length > LIMITS.log) return tooLarge
  if (LIMITS.sides.includes(side)) return null
  return { status: status.refused, reason: `the longer side of a thumbnail is ${LIMITS.sides.join(', ')}, not ${side}` }
}

/** Draws one board after the other. What goes wrong with one does not reach the next. */
export class Thumbnails {
  #module
  #doodle
  /** The number of engines begun so far. */
  engines = 0

  /** `module` is the compiled engine, a `WebAssembly.Module`. */
  constructor(module) { this.#module = module }

  /** The memory of the engine in bytes. */
  get memory() { return this.#doodle?.memory ?? 0 }

  /** The answer to a log, given as bytes: `{ png }`, or `{ status, reason }` with the status of HTTP and a sentence. */
  async make(log, side) {
    const refused = refusal(log.length, side)
    if (refused) return refused
    if (!this.#doodle) {
      this.#doodle = await Doodle.load(this.#module)
      this.engines++
    }
    try {
      return { png: png(this.#doodle, log, side), memory: this.memory }
    } catch (error) {
      const { memory } = this
      if (error instanceof DoodleError) return { status: status.refused, reason: error.message, memory }
      // The engine has stopped in the middle of its work: nothing in its memory can be trusted.
      this.#doodle = undefined
      const reason = `the engine stopped (${error.message}): it lacks memory, or has a mistake`
      return { status: status.refused, reason, memory }
    } finally {
      // The memory of an engine never shrinks.
      if (this.memory > LIMITS.kept) this.#doodle = undefined
    }
  }
}

function png(doodle, log, side) {
  // Without a size the picture is as large as the ink, which only a drawing tells, here to four points.
  const [width, height] = sizeOf(log) ?? finished(doodle, log, 1 / 4, (drawing) => {
    const picture = drawing.picture()
    return [4 * picture.width, 4 * picture.height]
  })
  return finished(doodle, log, side / Math.max(width, height), (drawing) => drawing.png())
}

function finished(doodle, log, scale, body) {
  const drawing = doodle.newDrawing({ scale })
  try {
    drawing.apply(log)
    const result = body(drawing)
    drawing.delete()
    return result
  } catch (error) {
    // After a trap the engine must not be called again.
    if (error instanceof DoodleError) drawing.delete()
    throw error
  }
}

/** The size in the header, or null: the engine reports what is wrong with a line. */
function sizeOf(log) {
  const end = log.indexOf(10)
  const length = end < 0 ? log.length : end
  if (length > LIMITS.header) return null
  try {
    const { size } = JSON.parse(new TextDecoder().decode(log.subarray(0, length)))
    const sides = [size.width ?? size[0], size.height ?? size[1]]
    return sides.every((side) => side > 0 && side < Infinity) ? sides : null
  } catch {
    return null
  }
}
