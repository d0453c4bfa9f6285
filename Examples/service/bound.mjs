// Bounds the memory of the engine: node bound.mjs doodle.wasm MEGABYTES > thumbnails.wasm
//
// The module then states the most memory that it can have. A board that needs more stops the engine, not the worker.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PAGE = 65536
const MEMORY = 5

/** The number at an offset, and the offset after it (WebAssembly Core Specification, 5.2.2). */
function number(bytes, at) {
  for (let value = 0, shift = 0; ; shift += 7) {
    const byte = bytes[at++]
    value += (byte & 127) * 2 ** shift
    if (byte < 128) return [value, at]
  }
}

function encoded(value) {
  return value < 128 ? [value] : [value & 127 | 128, ...encoded(value >>> 7)]
}

/** The bytes of a module of one memory, with a limit in bytes for it. */
export function bounded(wasm, limit) {
  for (let at = 8; at < wasm.length;) {
    const [length, body] = number(wasm, at + 1)
    if (wasm[at] === MEMORY) {
      // A count, 1; whether there is a limit, 0 or 1; the least size.
      const [least] = number(wasm, body + 2)
      const section = [1, 1, ...encoded(least), ...encoded(Math.floor(limit / PAGE))]
      const stated = [MEMORY, ...encoded(section.length), ...section]
      const result = new Uint8Array(at + stated.length + wasm.length - body - length)
      result.set(wasm.subarray(0, at))
      result.set(stated, at)
      result.set(wasm.subarray(body + length), at + stated.length)
      return result
    }
    at = body + length
  }
  throw new Error('the module has no memory')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, megabytes] = process.argv.slice(2)
  process.stdout.write(bounded(readFileSync(file), megabytes * 2 ** 20))
}
