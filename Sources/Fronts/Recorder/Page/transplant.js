// Elements of one page as lines for another: what has made them, and what has changed them since.

import { parsed } from './pointers.js'

/** Commands that change an element. */
const CHANGES = new Set(['move', 'transform', 'stretch', 'restyle', 'edit'])
/** Commands that add one. */
const ADDITIONS = new Set(['image', 'text', 'duplicate'])

/** Reads a log into steps that are not undone: the `tool` and the `lines` of each, and the ids of what it has `added`. */
class StepReader {
  list = []
  #drawing
  #undone = []
  #tool = {}
  #known = new Set()
  /** The steps of touches that are down, and the last one of each touch, by its id. */
  #open = new Map()
  #last = new Map()

  constructor(drawing) { this.#drawing = drawing }

  read(log) {
    let moves = ''
    for (const line of log.split('\n')) {
      const event = parsed(line)
      if (!event || event.predicted) continue
      const { phase, touch = event.id ?? 0 } = event
      if (phase === 'moved' || phase === 'stationary') {
        moves += line + '\n'
        this.#open.get(touch)?.lines.push(event)
        continue
      }
      if (moves !== '') this.#drawing.apply(moves)
      moves = ''
      const before = this.#drawing.undoCount
      this.#drawing.apply(line + '\n')
      this.#note(event, touch, this.#drawing.undoCount - before)
    }
  }

  /** Notes an event that has added `count` steps to those that can be undone. */
  #note(event, touch, count) {
    const { phase, command } = event
    if (event.tool) this.#tool = { ...this.#tool, ...event, id: undefined, group: undefined, time: undefined }
    else if ('revises' in event) (this.#open.get(touch) ?? this.#last.get(touch))?.lines.push(event)
    else if (phase === 'began') this.#open.set(touch, { tool: this.#tool, lines: [event], added: this.#added() })
    else if (phase) {
      const step = this.#open.get(touch)
      this.#open.delete(touch)
      step?.lines.push(event)
      if (step && count > 0) this.#push(step, touch)
      // The second drag of an angle goes on with the first.
      else if (step && step.tool.tool === 'angle') this.list.findLast(({ tool }) => tool?.tool === 'angle')?.lines.push(...step.lines)
    } else if (command === 'undo') this.#undone.push(...this.list.splice(this.list.length + count).reverse())
    else if (command === 'redo') this.list.push(...this.#undone.splice(this.#undone.length - count).reverse())
    else if (command === 'open') this.#added()
    else if (count > 0) this.#push({ lines: [event], added: ADDITIONS.has(command) ? this.#added() : [] })
  }

  #push(step, touch) {
    this.list.push(step)
    this.#undone = []
    if (touch !== undefined) this.#last.set(touch, step)
  }

  #added() {
    const fresh = this.#drawing.elements.filter((id) => !this.#known.has(id))
    for (const id of fresh) this.#known.add(id)
    return fresh
  }
}

/** The events that have made each element, by its id, and the commands that have changed it. */
function historiesOf(steps) {
  const histories = new Map()
  for (const { tool, lines, added: [id] } of steps) {
    const [first] = lines
    const own = histories.get(first.id)
    if (CHANGES.has(first.command)) own?.changes.push(first)
    else if (id === undefined) continue
    else if (first.command !== 'duplicate') histories.set(id, { made: tool ? [tool, ...lines] : lines, changes: [] })
    else if (own) histories.set(id, { made: own.made, changes: [...own.changes, ...(first.by ? [{ command: 'move', by: first.by }] : [])] })
  }
  return histories
}

/** An element as events with another `id`, from the time `now` on. */
function renewed({ made, changes }, id, now) {
  const start = made.find(({ time }) => time !== undefined)?.time ?? 0
  const own = ({ group, ...event }) => {
    if (event.command) return { ...event, id, time: now }
    if (event.tool) return { ...event, id }
    return event.time === undefined ? event : { ...event, time: Number((now + event.time - start).toFixed(5)) }
  }
  return [...made, ...changes].map(own)
}

/**
 * Elements of a page: of each a function that gives its events with another id, from a time on. `isExact` tells whether
 * they have the pixels of the originals: holes of an eraser are not among the events. `isWhole` tells whether all of them are
 * there: those of a saved drawing have no events. `newDrawing` begins a drawing with
 * the pictures of the page.
 */
export function transplants(newDrawing, log, ids) {
  const [original, copy] = [newDrawing(), newDrawing()]
  try {
    const steps = new StepReader(original)
    steps.read(log)
    const histories = historiesOf(steps.list)
    const found = ids.filter((id) => histories.has(id)).map((id) => histories.get(id))
    original.apply(original.elements.filter((id) => !ids.includes(id)).map((id) => ({ command: 'delete', id })))
    copy.apply(log.slice(0, log.indexOf('\n') + 1))
    copy.apply(found.flatMap((history, index) => renewed(history, `copy-${index}`, 0)))
    return {
      list: found.map((history) => ({
        isPicture: history.made[0].command === 'image', renewed: (id, now) => renewed(history, id, now),
      })),
      isWhole: found.length === ids.length,
      isExact: found.length === ids.length && original.hash() === copy.hash(),
    }
  } finally {
    original.delete()
    copy.delete()
  }
}
