// The logs of pages: what a log of several pages is made of, and one log of all pages.

import { loose, parsed } from './pointers.js'
import { cuesOf } from './sounds.js'

/** The background of a page whose log gives none. */
const WHITE = '#ffffff'
/** The most letters of a path. */
const LONGEST_PATH = 4096

/** A line as a header; undefined if it is not one. */
function headerOf(line = '') {
  const value = parsed(line)
  return value && 'doodle' in value ? value : undefined
}

/** Those of the pictures of a page that its log does not hold as data; some that are small, too. */
export function outside(pictures) { return new Map([...pictures].filter(([name]) => name.length <= LONGEST_PATH)) }

/** A side of a canvas in points that shows what ends there. */
const rounded = (end) => Math.min(Math.ceil(end), 16_000) || 0

/** The largest coordinates of the touches. */
function farthest(lines) {
  const most = [0, 0]
  for (const line of lines) {
    const point = line.includes('"phase"') ? parsed(line)?.point : undefined
    if (Array.isArray(point)) most.forEach((side, axis) => { most[axis] = Math.max(side, point[axis]) })
  }
  return most.map(rounded)
}

/**
 * The pages of a log: for each its `lines` with a header, their `numbers` in the log, 0 for a header that it lacks, and
 * the keys of the line that begins the page, its `own`.
 */
export function split(log) {
  const [first, ...pages] = [{ own: {}, lines: [], numbers: [] }]
  for (const [index, line] of log.split('\n').entries()) {
    if (line.trim() === '') continue
    const event = line.includes('"page"') ? parsed(line) : undefined
    if (event?.command === 'page') pages.push({ own: event, lines: [''], numbers: [index + 1] })
    else {
      const page = pages.at(-1) ?? first
      page.lines.push(line)
      page.numbers.push(index + 1)
    }
  }
  let header = headerOf(first.lines[0])
  if (!header) {
    header = { doodle: 1 }
    first.lines.unshift(JSON.stringify(header))
    first.numbers.unshift(0)
  }
  for (const page of pages) {
    const { size = header.size, background = header.background } = page.own
    header = { ...header, size, background }
    page.lines[0] = JSON.stringify(header)
  }
  return [first, ...pages]
}

/**
 * Pages of a log that follow those of another, whose first page is `first`, if there is one; undefined if they differ in
 * what all pages of a log share. Keys of an application in their header become keys of a page.
 */
export function joining([page, ...others], first) {
  if (!first) return [page, ...others]
  const shared = ({ scale = 1, model, grid }) => JSON.stringify([scale, model, grid])
  const header = headerOf(page.lines[0])
  if (shared(header) !== shared(headerOf(first.lines[0]))) return undefined
  const { doodle, size, background, scale, model, grid, ...kept } = header
  return [{ ...page, own: { command: 'page', ...kept } }, ...others]
}

/**
 * A page with its `log` as text, which ends the touches that it leaves open: it `isCut` then. A page without a size gets
 * that of `room`, [width, height] in points, or a larger one that holds its touches and what `reach()` ends at, [x, y].
 * `time` is when it goes on: one second after its last event, and after those of `sounds` that it names.
 */
export function completed({ own, lines, numbers, pictures, file, reach }, room, sounds = new Map()) {
  const header = headerOf(lines[0])
  let [sized] = lines
  if (!header.size && !pictures.has(header.background)) {
    const ends = [farthest(lines), reach?.().map(rounded) ?? [0, 0]]
    sized = JSON.stringify({ ...header, size: room.map((side, axis) => Math.max(side, ...ends.map((end) => end[axis] + 16))) })
  }
  const { ends, time } = loose(lines)
  const log = [sized, ...lines.slice(1), ...ends].join('\n') + '\n'
  const last = Math.max(time, ...cuesOf(log).map(({ path }) => sounds.get(path)?.until ?? 0))
  return { own, numbers, pictures, file, log, isCut: ends.length > 0, time: last > 0 ? last + 1 : 0 }
}

/** The log with other values in its header. */
export function withHeader(log, values) {
  const end = log.indexOf('\n')
  return JSON.stringify({ ...JSON.parse(log.slice(0, end)), ...values }) + log.slice(end)
}

/**
 * One log of pages. `pictures` are the pictures of each, whose backgrounds are named by `written`, a map. A page says
 * its size and its background where those of the page before differ.
 */
export function joined(pages, written = new Map()) {
  let before = {}
  return pages.map(({ own, log, pictures }, index) => {
    const end = log.indexOf('\n')
    const header = JSON.parse(log.slice(0, end))
    const picture = pictures.get(header.background)
    const [size, background] = [
      header.size ?? (picture && [picture.width, picture.height]), header.background ?? WHITE,
    ]
    const named = written.get(background)
    const changes = {
      ...(String(size) !== String(before.size) && { size }),
      ...(background !== before.background && { background: named ?? background }),
    }
    before = { size, background }
    const { size: _, background: __, ...others } = own
    if (index > 0) return JSON.stringify({ ...others, command: 'page', ...changes }) + log.slice(end)
    // Keys of an application stay also where the page has become the first.
    const { command, time, ...kept } = others
    const line = named ? { ...header, background: named, ...kept } : { ...header, ...kept }
    return (named || Object.keys(kept).length > 0 ? JSON.stringify(line) : log.slice(0, end)) + log.slice(end)
  }).join('')
}
