// Writes PNGs: the browser's own encoder may change colors, and encodes no animations.

const SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)
/** The largest number in a delay. */
const LONGEST_DELAY = 65535

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc(bytes) {
  let value = ~0
  for (const byte of bytes) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8)
  return ~value >>> 0
}

/** A chunk whose body begins with numbers of 32 bits, and goes on with `bytes`. */
function chunk(type, numbers, bytes = []) {
  const length = 4 * numbers.length + bytes.length
  const whole = new Uint8Array(length + 12)
  const view = new DataView(whole.buffer)
  for (const [index, number] of [length, 0, ...numbers].entries()) view.setUint32(4 * index, number)
  whole.set([...type].map((letter) => letter.charCodeAt(0)), 4)
  whole.set(bytes, 8 + 4 * numbers.length)
  view.setUint32(8 + length, crc(whole.subarray(4, 8 + length)))
  return whole
}

/** Eight bits each of red, green, blue and straight alpha. */
const header = (width, height) => chunk('IHDR', [width, height], [8, 6, 0, 0, 0])

/** Passes `bytes` through a stream and returns its output. */
export async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}

/** The compressed rows of a part of a picture, {width, height, data} of straight RGBA, which may change after the call. */
function compressed({ width: columns, data }, { x, y, width, height }) {
  const rows = new Uint8Array((4 * width + 1) * height)
  for (let row = 0; row < height; row++) {
    const start = 4 * (columns * (y + row) + x)
    rows.set(data.subarray(start, start + 4 * width), (4 * width + 1) * row + 1)
  }
  return through(new CompressionStream('deflate'), rows)
}

const file = (chunks) => new Blob([SIGNATURE, ...chunks, chunk('IEND', [])], { type: 'image/png' })

/** A PNG file of a picture, {width, height, data} of straight RGBA. */
export async function png(picture) {
  const { width, height } = picture
  const rows = await compressed(picture, { x: 0, y: 0, width, height })
  return file([header(width, height), chunk('IDAT', [], rows)])
}

/** An animated PNG, which plays forever (PNG, third edition, 11.3.6). */
export class AnimatedPNG {
  #size
  #rate
  /** Each is a box, its compressed rows, its first pixel, and the number of the frame from which on it is shown. */
  #changes = []

  /** `rate`: frames per second. */
  constructor({ width, height }, rate) { [this.#size, this.#rate] = [[width, height], rate] }

  /**
   * Adds what is shown from frame `start` on: `box` has the pixels of `picture` that differ from the picture before, at
   * first all. Both may change after the call.
   */
  async add(picture, box, start) {
    const first = 4 * (picture.width * box.y + box.x)
    const pixel = picture.data.slice(first, first + 4)
    this.#changes.push({ box, pixel, start, rows: await compressed(picture, box) })
  }

  /** The file, which lasts `end` frames. */
  async file(end) {
    const chunks = []
    let sequence = 0
    const append = ({ x, y, width, height }, rows, duration) => {
      // The pixels replace those below, and stay.
      chunks.push(chunk('fcTL', [sequence++, width, height, x, y, duration * 65536 + this.#rate], [0, 0]))
      chunks.push(sequence === 1 ? chunk('IDAT', [], rows) : chunk('fdAT', [sequence++], rows))
    }
    for (const [index, { box, rows, pixel, start }] of this.#changes.entries()) {
      let rest = (this.#changes[index + 1]?.start ?? end) - start
      append(box, rows, Math.min(rest, LONGEST_DELAY))
      while ((rest -= LONGEST_DELAY) > 0) {
        const first = { ...box, width: 1, height: 1 }
        append(first, await compressed({ width: 1, data: pixel }, { ...first, x: 0, y: 0 }), Math.min(rest, LONGEST_DELAY))
      }
    }
    return file([header(...this.#size), chunk('acTL', [chunks.length / 2, 0]), ...chunks])
  }
}
