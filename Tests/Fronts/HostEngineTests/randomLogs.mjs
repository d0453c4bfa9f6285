// Random logs, the same for the same seed and number: with every tool, brush, command and style, several touches at once,
// predictions and late values. Most canvases are small, few coordinates are far away. One in six has extremes: numbers of styles
// and touches at the bounds of the schema, and as small and as large as it allows.
//
//     randomLogs.mjs COMMAND SEED FIRST COUNT FOLDER    writes FIRST.jsonl and so on; COMMAND knows the values of styles
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Numbers from 0 to 1 (Marsaglia, Xorshift RNGs, 2003), from a mixture of two numbers (Appleby, MurmurHash3, 2011). */
function generator(seed, number) {
  let state = Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  state = (state ^ (state >>> 16)) || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const COLORS = ['#1e66f5', '#e0313180', '#0a8', 'rainbow', 'black', 'gold']
const FILLS = ['none', '#00ff0040', 'teal']
const PAPERS = ['#ffffff', 'none', '#20304080', 'graph ivory', 'ruled', 'isodotted white 9 #99c1f1', 'staves']
const TEXTS = ['Größe 12', 'a\nb c', '∆', 'Wy 1°', '']
/** Of which three touches at once have one of each three. */
const TOUCHES = [0, 1, -7, 2147483648, 4807529472, '9e18', '2147483648', 'a', '4807529472']

/** Makes logs; `schema` is what `doodle help --schema log` prints. */
export class RandomLogs {
  #definitions

  constructor(schema, seed) {
    this.#definitions = schema.$defs
    this.seed = seed
  }

  /** The log of a number, as text. `isLarge`: of canvases ten times as large, and of long strokes. */
  log(number, isLarge = false) { return new RandomLog(this.#definitions, generator(this.seed, number), isLarge).text }
}

class RandomLog {
  #definitions
  #random
  #lines = []
  /** The largest number of a style, in points. */
  #largest
  /** How far touches are from each other, in points. */
  #reach
  #time
  #index
  #ids = ['e1', 'e2', 'e3', 'e4', 'e5']
  #late = []
  #isExtreme

  constructor(definitions, random, isLarge) {
    [this.#definitions, this.#random] = [definitions, random]
    const side = isLarge ? () => 20 + this.#below(300) : () => 1 + this.#below(this.#pick([30, 90]))
    this.size = [side(), side()]
    const isFar = this.#chance(isLarge ? 0.4 : 0.1)
    this.#reach = isFar ? this.#pick([1000, 20_000, 2_000_000]) : 1.2 * Math.max(...this.size)
    this.#largest = isFar ? this.#pick([60, 500, 1e5]) : this.#pick([1, 6, 20])
    this.#time = random() * this.#pick([1, 1e9])
    this.#index = this.#pick([0, 0, 0, 3e9, 9e15])
    this.#isExtreme = this.#chance(1 / 6)
    this.longest = isLarge ? [1, 3, 30, 300, 1500] : [0, 1, 3, 12, 40]
    const header = { doodle: 1 }
    // Without a size, the picture is as large as the ink.
    if (isLarge || isFar || this.#chance(0.95)) header.size = this.size
    if (this.#chance(0.7)) header.scale = this.#pick([0.5, 1, 1.5, 2, isLarge ? 3 : 0.8])
    if (this.#chance(0.6)) header.background = this.#pick(PAPERS)
    if (this.#chance(0.8)) header.model = this.#pick(['ink-1', 'ink-2', 'ink-3', 'ink-4'])
    if (this.#chance(0.2)) header.grid = this.#pick([0.05, 0.5, 1, 2])
    this.#lines.push(header)
    for (let element = 1 + this.#below(isLarge ? 8 : 3); element > 0; element--) {
      if (this.#chance(0.8)) this.#lines.push(this.#tool())
      this.#touches()
      while (this.#chance(0.4)) this.#lines.push(this.#command())
    }
  }

  get text() { return this.#lines.map((line) => JSON.stringify(line) + '\n').join('') }

  #below(limit) { return Math.floor(this.#random() * limit) }
  #pick(values) { return values[this.#below(values.length)] }
  #chance(share) { return this.#random() < share }
  #near(reach) { return (this.#random() - 0.5) * 2 * reach }
  #rounded(value) { return this.#pick([value, value, Math.round(value), Math.round(2 * value) / 2]) }

  #place() { return this.size.map((side) => this.#rounded(side / 2 + this.#near(this.#reach / 2))) }

  /** A number at a bound, next to one, or as small or as large as can be. */
  #extreme(schema) {
    const least = schema.minimum ?? schema.exclusiveMinimum ?? -1e7
    const most = schema.maximum ?? 1e7
    return this.#pick([least, most, 0, least + 1e-9, least + 1e-3, most - 1e-3, least / 2 + most / 2, 1, 255].filter(
      (value) => value >= least && value <= most && value !== schema.exclusiveMinimum))
  }

  /** A value that a schema allows. */
  #value(schema, name) {
    if (schema.anyOf) return this.#value(this.#pick(schema.anyOf.filter((other) => other.type !== 'null')), name)
    if (schema.enum) return this.#pick(schema.enum)
    switch (schema.type) {
      case 'number': {
        if (this.#isExtreme && this.#chance(0.3)) return this.#extreme(schema)
        const [least, most] = [schema.minimum ?? schema.exclusiveMinimum ?? -Infinity, schema.maximum ?? Infinity]
        const bound = name.endsWith('Angle') ? 400 : this.#largest
        const value = Math.max(least, -bound) + this.#random() * (Math.min(most, bound) - Math.max(least, -bound))
        const rounded = this.#rounded(value)
        return rounded > (schema.exclusiveMinimum ?? -Infinity) && rounded >= least && rounded <= most ? rounded : value
      }
      case 'integer':
        if (this.#isExtreme && this.#chance(0.3)) return schema.minimum
        return schema.minimum + this.#below(this.#pick([4, 40]))
      case 'array':
        if (schema.prefixItems) return schema.prefixItems.map((item) => this.#value(item, name))
        // Not all dashes may be 0.
        return [0.3 + this.#value(schema.items, name), ...Array.from({ length: this.#below(4) }, () => this.#value(schema.items, name))]
      case 'string': return this.#pick({ color: COLORS, fill: FILLS, font: ['doodle'] }[name] ?? TEXTS)
      default: throw new Error(`no value is known for "${name}": ${JSON.stringify(schema)}`)
    }
  }

  /** Values for a share of the keys that all things with a style have. */
  #style(share) {
    const style = {}
    for (const [name, schema] of Object.entries(this.#definitions.restyle.properties)) {
      if (['command', 'id'].includes(name) || schema.description?.startsWith('another name')) continue
      if (this.#chance(share)) style[name] = this.#value(schema, name)
    }
    return style
  }

  #tool() {
    const names = this.#definitions.tool.properties.tool.enum
    const tool = { tool: this.#pick([...names, 'pen', 'pen', 'pen', 'pen', 'marker']), ...this.#style(this.#pick([0.1, this.#isExtreme ? 0.6 : 0.4])) }
    if (this.#chance(0.2)) this.#ids.push(tool.id = this.#pick([0, 3e9, 9e15]) + this.#lines.length)
    if (tool.tool === 'eraser') tool.mode = this.#pick(['pixel', 'stroke'])
    if (tool.tool === 'text') tool.text = this.#pick(TEXTS)
    return tool
  }

  #command() {
    const id = this.#chance(0.4) ? { id: this.#pick(this.#ids) } : {}
    switch (this.#pick(['undo', 'undo', 'redo', 'clear', 'select', 'select', 'deselect', 'delete', 'move', 'transform',
      'restyle', 'duplicate', 'raise', 'lower', 'text', 'edit', 'mark', 'sound'])) {
      case 'undo': return { command: 'undo', count: 1 + this.#below(3) }
      case 'redo': return { command: 'redo' }
      case 'clear': return { command: this.#chance(0.3) ? 'clear' : 'undo' }
      case 'select': return { command: 'select', at: this.#place(), ...(this.#chance(0.3) ? id : {}) }
      case 'deselect': return { command: 'deselect' }
      case 'delete': return { command: 'delete', ...id }
      case 'move': return { command: 'move', by: [this.#near(this.#reach / 2), this.#near(9)], ...id }
      case 'transform': {
        const change = {}
        if (this.#chance(0.6)) change.rotate = this.#near(this.#pick([90, 1e6]))
        if (this.#chance(0.6)) change.scale = this.#pick([0.01, 0.3, 1, 1.7, 2.5])
        if (this.#chance(0.3)) change.translate = [this.#near(9), this.#near(9)]
        return { command: 'transform', ...change, ...id }
      }
      case 'restyle': return { command: 'restyle', ...this.#style(0.3), ...id }
      case 'duplicate': {
        const place = this.#chance(0.8) ? { by: [this.#near(9), this.#near(this.#reach / 2)] } : {}
        return { command: 'duplicate', ...place, ...id }
      }
      case 'raise': return { command: 'raise', ...id }
      case 'lower': return { command: 'lower', ...id }
      case 'edit': return { command: 'edit', text: this.#pick(TEXTS), ...id }
      case 'sound': return { command: 'sound', ...(this.#chance(0.5) ? { path: 'a.webm', time: this.#below(9) } : {}) }
      case 'mark': return { command: 'mark', name: this.#pick(TEXTS) }
      default: {
        const text = { command: 'text', text: this.#pick(TEXTS), at: this.#place(), ...this.#style(0.3) }
        if (this.#chance(0.3)) text.wrap = 1 + this.#below(60)
        return text
      }
    }
  }

  /** One to three touches, which take turns. */
  #touches() {
    const hands = Array.from({ length: this.#pick([1, 1, 2, 3]) }, (_, number) => this.#hand(TOUCHES[this.#below(3) + 3 * number]))
    for (const hand of hands) hand.events = this.#events(hand)
    const left = hands.filter((hand, index) => hands.findIndex((other) => other.touch === hand.touch) === index)
    while (left.length > 0) {
      const hand = this.#pick(left)
      if (hand.events.next().done) left.splice(left.indexOf(hand), 1)
      if (this.#chance(0.01)) this.#lines.push(this.#command())
      if (this.#late.length > 0 && this.#chance(0.3)) this.#revise(this.#late.splice(this.#below(this.#late.length), 1)[0])
    }
    // Some values never come.
    for (const late of this.#late.splice(0)) if (this.#chance(0.7)) this.#revise(late)
  }

  #hand(touch) {
    const pace = this.#pick([0.05, 1, 1, 4, this.#reach / 3])
    return {
      touch, pace, point: this.#place(), heading: [this.#near(pace), this.#near(pace)], length: this.#below(1 + this.#pick(this.longest)),
      hasPressure: this.#chance(0.5), isPencil: this.#chance(0.3), isTilted: this.#chance(0.3), isTimed: this.#chance(0.7),
      step: this.#pick([0.0001, 0.008, 0.02]), noise: this.#pick([0, 0, 0.5, 1.5]), rests: this.#pick([0, 0.1, 0.6]),
    }
  }

  * #events(hand) {
    this.#lines.push(this.#event(hand, 'began'))
    yield
    for (let left = hand.length; left > 0; left--) {
      if (!this.#chance(hand.rests)) {
        hand.heading = hand.heading.map((part) => 0.9 * part + this.#near(0.3 * hand.pace))
        hand.point = hand.point.map((part, axis) => Math.max(-1e7, Math.min(1e7, part + hand.heading[axis])))
      }
      while (this.#chance(0.06)) this.#lines.push({ ...this.#event(hand, 'moved', this.#place()), index: undefined, predicted: true })
      this.#lines.push(this.#event(hand, this.#chance(0.05) ? 'stationary' : 'moved'))
      yield
    }
    this.#lines.push({ ...this.#event(hand, this.#chance(0.07) ? 'cancelled' : 'ended'), index: undefined, expects: undefined })
  }

  #event(hand, phase, point = hand.point) {
    this.#time += this.#random() * hand.step
    const seen = point.map((part) => Math.max(-1e7, Math.min(1e7, this.#rounded(part + this.#near(hand.noise)))))
    const event = { phase, touch: hand.touch, point: seen }
    if (hand.hasPressure) event.pressure = this.#isExtreme && this.#chance(0.2) ? this.#pick([0, 1e-9, 1, 8, 1e7]) : this.#random() * 1.2
    if (hand.isTimed && this.#chance(0.95)) event.time = this.#time
    if (hand.isTilted) Object.assign(event, { altitude: 0.3 + this.#random(), azimuth: this.#near(7), twist: this.#random() * 360 })
    if (hand.isPencil) {
      event.pointer = 'pencil'
      event.index = ++this.#index
      if (phase !== 'ended' && this.#chance(0.6)) {
        event.expects = ['pressure', 'point']
        this.#late.push(event)
      }
    }
    return event
  }

  #revise({ index, touch, point }) {
    const revision = { revises: index, touch, pressure: this.#random() }
    if (this.#chance(0.3)) revision.point = point.map((part) => Math.max(-1e7, Math.min(1e7, part + this.#near(1))))
    this.#lines.push(revision)
  }
}

/** The schema of logs, as the command has it. */
export const schemaOf = (command) => JSON.parse(execFileSync(path.resolve(command), ['help', '--schema', 'log']))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, seed, first, count, folder] = process.argv.slice(2)
  const logs = new RandomLogs(schemaOf(command), Number(seed))
  for (let number = Number(first); number < Number(first) + Number(count); number++) {
    fs.writeFileSync(path.join(folder, `${String(number).padStart(6, '0')}.jsonl`), logs.log(number))
  }
}
