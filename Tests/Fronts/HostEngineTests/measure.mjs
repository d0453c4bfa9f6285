// Measures the engine for browsers: measure.mjs COMMAND BUILD LOG [SECONDS]
//
// Measures drawing a long log, compared with the command on one processor; the time from a touch to its pixels, after
// many; the memory while drawing for SECONDS, by default an hour; and the size. Times are the least of several rounds.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

const [program, build, log, seconds = 3600] = process.argv.slice(2)
const command = path.resolve(program)
const { Doodle } = await import(pathToFileURL(path.resolve(build, 'doodle.mjs')))
const wasm = fs.readFileSync(path.join(build, 'doodle.wasm'))

const ROUNDS = 7
const [WIDTH, HEIGHT] = [4096, 2160]
const RATE = 120

const print = (name, ...values) => console.log(name.padEnd(47) + values.join('  '))
const ms = (time) => `${time.toFixed(time < 10 ? 2 : 0)} ms`

/** The processor time that `body` takes in this thread and the engine's compiler, in milliseconds. */
function cost(body) {
  const start = process.cpuUsage()
  body()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** The processor time of a process that runs on one processor, in milliseconds. */
function nativeCost(...args) {
  const output = execFileSync(
    'bash', ['-c', 'TIMEFORMAT="%U %S"; { time taskset -c 0 "$@" > /dev/null; } 2>&1', '-', command, ...args])
  return output.toString().trim().split(' ').reduce((sum, part) => sum + 1000 * Number(part), 0)
}

const least = (rounds) => Object.keys(rounds[0]).map((name) => Math.min(...rounds.map((round) => round[name])))

function measureLog() {
  const lines = fs.readFileSync(log)
  const native = Math.min(...Array.from({ length: ROUNDS }, () => nativeCost('hash', log)))
  const rounds = Array.from({ length: ROUNDS }, () => {
    const drawing = doodle.newDrawing()
    const apply = cost(() => drawing.apply(lines))
    const update = cost(() => drawing.changedRect())
    const hash = cost(() => drawing.hash())
    drawing.delete()
    return { apply, update, hash }
  })
  const [apply, update, hash] = least(rounds)
  print('the log in the command, hash included', ms(native))
  print('apply', ms(apply))
  print('the first update', ms(update))
  print('apply and update, times the command', ms(apply + update), ((apply + update) / native).toFixed(2))
  print('the hash of the finished drawing', ms(hash))
}

/** The position of a hand after a number of seconds: loops that wander over the canvas. */
const place = (time) => [
  WIDTH / 2 + 0.4 * WIDTH * Math.sin(0.05 * time) + 60 * Math.sin(17 * time),
  HEIGHT / 2 + 0.4 * HEIGHT * Math.sin(0.031 * time) + 60 * Math.cos(17 * time),
]

function touch(drawing, phase, number) {
  const time = number / RATE
  drawing.touch(phase, 1, ...place(time), { pressure: 0.5 + 0.4 * Math.sin(time), time, pointer: 'pencil' })
}

/** A share of sorted numbers lies below the result. */
const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]

function measureTouches(before) {
  const drawing = doodle.newDrawing({ width: WIDTH, height: HEIGHT, scale: 1 })
  const copy = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  touch(drawing, 'began', 0)
  let number = 1
  for (; number < before; number++) touch(drawing, 'moved', number)
  drawing.changedRect()
  const rounds = Array.from({ length: ROUNDS }, () => {
    const [pixels, copied] = [[], []]
    for (let i = 0; i < 1000; i++, number++) {
      const start = performance.now()
      touch(drawing, 'moved', number)
      pixels.push(performance.now() - start)
      const update = performance.now()
      const box = drawing.changedRect()
      pixels[i] += performance.now() - update
      if (box) {
        const source = drawing.pixels
        for (let row = box.y; row < box.y + box.height; row++) {
          const first = 4 * (row * WIDTH + box.x)
          copy.set(source.subarray(first, first + 4 * box.width), first)
        }
      }
      copied.push(performance.now() - start)
    }
    pixels.sort((a, b) => a - b)
    copied.sort((a, b) => a - b)
    return {
      median: quantile(pixels, 0.5), late: quantile(pixels, 0.99),
      copiedMedian: quantile(copied, 0.5), copiedLate: quantile(copied, 0.99),
    }
  })
  drawing.delete()
  const [median, late, copiedMedian, copiedLate] = least(rounds)
  print(`a touch after ${before}: median, 99 %`, ms(median), ms(late))
  print('the same with a copy of the box', ms(copiedMedian), ms(copiedLate))
}

/** Draws strokes of two seconds, with an update for every second touch. */
function measureMemory(engine) {
  const drawing = engine.newDrawing({ width: WIDTH, height: HEIGHT, scale: 1 })
  const events = seconds * RATE
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
  const start = engine.memory
  let [number, spent] = [0, 0]
  for (let tenth = 1; tenth <= 10; tenth++) {
    spent += cost(() => {
      for (; number < events * tenth / 10; number++) {
        const place = number % (2 * RATE)
        touch(drawing, place === 0 ? 'began' : place === 2 * RATE - 1 ? 'ended' : 'moved', number)
        if (number % 2 === 1) drawing.changedRect()
      }
    })
    if (tenth % 2 === 1 && tenth > 1) continue
    print(`memory after ${number} touches in strokes of 2 s`, megabytes(engine.memory))
  }
  const bytes = drawing.log().length / number
  print('  of it the log, for each touch', `${bytes.toFixed(1)} bytes`)
  print('  a touch and its share of updates', ms(spent / number))
  drawing.delete()
}

const compressed = gzipSync(wasm, { level: 9 }).length
print('size, with gzip', `${wasm.length} bytes`, `${compressed} bytes`)
const doodle = await Doodle.load(wasm)
measureLog()
measureTouches(1)
measureTouches(200_000)
measureMemory(await Doodle.load(wasm))
