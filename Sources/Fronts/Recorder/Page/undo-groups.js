// Steps of the log that one undo takes back together, such as the moves of several elements.

/** The line of a command, with the number of the group that it belongs to: a key that a log leaves to the application. */
const GROUP = /"group":(\d+)}$/

/** Knows which steps belong together, by the numbers of steps that undo can take. */
export class Steps {
  /** The size of each group, by the number of steps up to its end. */
  #sizes = new Map()
  #last = 0

  /** The lines of commands that are one step to the user. */
  lines(commands) {
    const group = commands.length > 1 ? { group: ++this.#last } : {}
    return commands.map((command) => JSON.stringify({ ...command, ...group }) + '\n').join('')
  }

  /** The commands took the number of steps that can be undone from `before` to `after`. */
  note(before, after, isGroup) {
    if (after <= before) return
    for (const end of this.#sizes.keys()) {
      if (end > before) this.#sizes.delete(end)
    }
    if (isGroup && after > before + 1) this.#sizes.set(after, after - before)
  }

  /** How many steps the next undo takes back, of `count` that it can. */
  toUndo(count) { return this.#sizes.get(count) ?? 1 }

  /** How many steps the next redo makes again, after `count` that can be undone. */
  toRedo(count) { return [...this.#sizes].find(([end, size]) => end - size === count)?.[1] ?? 1 }

  /** Applies a log to a drawing, and takes note of its groups. */
  read(drawing, log) {
    this.#sizes.clear()
    if (!log.includes('"group":')) return drawing.apply(log)
    let [kind, run] = ['', []]
    const flush = () => {
      const before = drawing.undoCount
      if (run.length > 0) drawing.apply(run.join('\n') + '\n')
      if (kind !== 'back') this.note(before, drawing.undoCount, kind !== '')
      run = []
    }
    for (const line of log.trimEnd().split('\n')) {
      const next = GROUP.exec(line)?.[1] ?? (/"command":"(un|re)do"/.test(line) ? 'back' : '')
      if (next !== kind) flush()
      if (Number(next) > this.#last) this.#last = Number(next)
      kind = next
      run.push(line)
    }
    flush()
  }
}
