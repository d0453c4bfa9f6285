// Asks the service of Examples/service for thumbnails: simulation.mjs COMMAND BUILD [COUNT [DISTINCT [SEED]]]
//
// COUNT requests, of which DISTINCT boards could be asked for, some of which no service likes. Every board has its own
// answer, pictures are those of the command, and memory is bounded. Prints rates, latencies, hits, and memory over time.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { board, generator, kindOf, popular } from './boards.mjs'

const [program, build] = process.argv.slice(2)
const [count, distinct, seed] = [5000, 20_000, 1].map((usual, index) => Number(process.argv[4 + index] ?? usual))
const command = path.resolve(program)
const examples = (name) => import(pathToFileURL(path.resolve('Examples/service', name)))
const { ThumbnailService } = await examples('service.mjs')
const { LIMITS } = await examples('thumbnails.mjs')

/** Requests that are made at the same time. */
const AT_ONCE = 4
/** What the process may take besides the engines and the cache: Node, compiled code, logs. In bytes. */
const REST = 500e6
const options = { cache: 64 << 20, memory: 64 << 20, seconds: 2 }

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`
const rss = () => process.memoryUsage.rss()
const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]

/** The longer side of a PNG in pixels. */
const side = (png) => Math.max(...[16, 20].map((at) => new DataView(png.buffer, png.byteOffset).getUint32(at)))

function sizeOf(log) { return JSON.parse(log.subarray(0, log.indexOf(10)).toString()).size }

/** Whether the picture has the pixels of the command. */
function compare(log, png, number) {
  const scale = 256 / Math.max(...sizeOf(log))
  const options = ['-q', '--from', 'doodle', '-o', '-', '--scale', String(scale)]
  const run = spawnSync(command, ['render', '-', ...options], { input: log, maxBuffer: 1 << 26 })
  assert.equal(run.status, 0, run.stderr.toString())
  assert.ok(run.stdout.equals(png), `board ${number}: another picture than the command's`)
}

const REASONS = { wrong: /^line \d+, column \d+: .*"gone"/, vast: /memory/, slow: /takes more than 2 seconds/ }

/** The kind of an answer: a picture, or a refusal with the words that belong to the board. */
function judge(number, log, answer) {
  if (log.length > LIMITS.log) {
    assert.equal(answer.status, 413)
    return 'too large'
  }
  const kind = kindOf(number)
  if (kind === 'usual') {
    // A large board may need more memory or time than it gets.
    if (!answer.png && log.length > 1e6 && /memory|seconds/.test(answer.reason)) return 'too costly'
    assert.ok(answer.png, `board ${number} of ${log.length} bytes: ${answer.reason}`)
    assert.equal(side(answer.png), 256)
    return 'picture'
  }
  assert.equal(answer.status, 422, `board ${number}: ${answer.reason}`)
  assert.match(answer.reason, REASONS[kind])
  return kind
}

async function simulate() {
  const service = new ThumbnailService(path.join(build, 'doodle.wasm'), options)
  const random = generator(seed)
  const [all, missed] = [new Float64Array(count), []]
  const [kinds, seen] = [{}, new WeakSet()]
  let [next, done, compared, peak] = [0, 0, 0, 0]
  const start = performance.now()
  const print = () => {
    const { hits, joined, drawn, threads, engines } = service.counts
    console.log(`${String(done).padStart(8)} ${(done / (performance.now() - start) * 1000).toFixed(0).padStart(6)}/s`
      + `  RSS ${megabytes(rss())}  engines ${service.memory.map(megabytes).join(' + ')}`
      + `  hits ${(100 * (hits + joined) / done).toFixed(1)} %  drawn ${drawn}  begun: threads ${threads}, engines ${engines}`)
  }
  async function ask() {
    while (next < count) {
      const request = next++
      const number = popular(random, distinct)
      const log = board(number)
      const begin = performance.now()
      const answer = await service.thumbnail(log)
      const time = performance.now() - begin
      all[request] = time
      // The cache gives the same object again.
      if (!seen.has(answer)) missed.push(time)
      seen.add(answer)
      const kind = judge(number, log, answer)
      kinds[kind] = (kinds[kind] ?? 0) + 1
      if (kind === 'picture' && compared < 20 && request % 97 === 0) {
        compare(log, answer.png, number)
        compared++
      }
      if (done % 100 === 0) peak = Math.max(peak, rss())
      if (++done % Math.ceil(count / 10) === 0) print()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  const seconds = (performance.now() - start) / 1000
  all.sort()
  missed.sort((a, b) => a - b)
  const times = (sorted) => [0.5, 0.99, 0.999].map((share) => quantile(sorted, share).toFixed(2)).join(', ')
  const { user, system } = process.cpuUsage()
  console.log(`${count} requests in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)}/s; `
    + `${((user + system) / 1e6).toFixed(0)} s of CPU time`)
  console.log(`latency in ms, p50, p99, p99.9: ${times(all)}; of the answers that were not in the cache ${times(missed)}`)
  console.log(`peak RSS ${megabytes(peak)}`)
  const found = Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`).join(', ')
  console.log(`answers: ${found}; ${compared} pictures are the command's`)
  assert.ok(compared > 0 && kinds.picture > 0.9 * count)
  assert.ok(kinds.wrong > 0 && kinds.vast > 0, 'no board was refused')
  const bound = service.memory.length * options.memory + options.cache + REST
  assert.ok(peak < bound, `the process took ${megabytes(peak)}, more than ${megabytes(bound)}`)
  assert.ok(service.memory.every((memory) => memory <= options.memory))
  await service.close()
}

await simulate()
