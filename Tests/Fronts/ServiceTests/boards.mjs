// Boards like those of a service: boards.mjs COUNT prints a line of JSON for each, its log as a text.
//
// A board has strokes of the examples, in an order of its own, until it has its number of events. Numbers of events
// and popularities follow Zipf's law: most boards are small, few are large, and few are asked for often.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Numbers from 0 to 1 (Marsaglia, Xorshift RNGs, 2003). */
export function generator(seed) {
  let state = (seed * 2654435761) >>> 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  // Seeds that differ little begin alike.
  for (let i = 0; i < 8; i++) next()
  return next
}

/** The fewest events of a board, and the exponent of their distribution: half of all boards have less than 60. */
const [LEAST, EXPONENT, MOST] = [32, 1.1, 100_000]

const folder = fileURLToPath(new URL('../../../Examples/', import.meta.url))
const { sizes, strokes } = sources(['brushes', 'dots', 'fast-mouse', 'handwriting', 'rainbow', 'scribble', 'shapes',
  'small-handwriting', 'tapers', 'translucent', 'transparent'])

/** The sizes of the logs, and all strokes of pens and shapes with the tool that draws them. */
function sources(names) {
  const [sizes, strokes] = [[], []]
  for (const name of names) {
    let [tool, lines] = ['', []]
    for (const line of fs.readFileSync(`${folder}${name}.jsonl`, 'utf8').split('\n').filter(Boolean)) {
      const event = JSON.parse(line)
      if (event.doodle) sizes.push(event.size)
      // A tool's line changes only what it names: the next stroke may be another log's.
      if (event.tool) tool += JSON.stringify({ ...event, id: undefined }) + '\n'
      if (!event.phase) continue
      lines.push(line)
      if (event.phase !== 'ended') continue
      strokes.push({ count: lines.length, bytes: Buffer.from(tool + lines.join('\n') + '\n') })
      lines = []
    }
  }
  return { sizes, strokes }
}

/** Boards that no service likes, by number: one that cannot be read, one that takes much memory, one much time. */
export function kindOf(number) {
  return number % 1000 === 7 ? 'wrong' : number % 10_000 === 77 ? 'vast' : number % 50_000 === 777 ? 'slow' : 'usual'
}

const SPOILED = {
  wrong: '{"phase":"gone"}\n',
  vast: JSON.stringify({ command: 'text', text: 'W'.repeat(3_000_000), at: [5, 20], size: 3 }) + '\n',
  slow: '{"tool":"pen","brush":"watercolor","width":200}\n'
    + '{"phase":"began","point":[9,9]}\n{"phase":"ended","point":[190,190]}\n'.repeat(10_000),
}

/** The log of a board in bytes: the same number gives the same one. */
export function board(number) {
  const random = generator(number)
  const size = sizes[Math.floor(random() * sizes.length)]
  const events = Math.min(MOST, LEAST / random() ** (1 / EXPONENT))
  const parts = [Buffer.from(JSON.stringify({ doodle: 1, size, board: number }) + '\n')]
  for (let count = 0; count < events;) {
    const stroke = strokes[Math.floor(random() * strokes.length)]
    parts.push(stroke.bytes)
    count += stroke.count
  }
  const kind = kindOf(number)
  if (kind !== 'usual') parts.push(Buffer.from(SPOILED[kind]))
  return Buffer.concat(parts)
}

/** The number of a board among so many: the one of rank r is asked for 1/r times as often as the first. */
export const popular = (random, count) => Math.floor(count ** random())

/** So many boards that a service draws, in order. */
export function* usual(count) {
  for (let [i, number] = [0, 1_000_000]; i < count; number++) {
    const log = board(number)
    if (kindOf(number) !== 'usual' || log.length > 4 << 20) continue
    yield log
    i++
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const log of usual(Number(process.argv[2]))) fs.writeSync(1, JSON.stringify(log.toString()) + '\n')
}
