// Thumbnails in Node: threads that draw, a cache, and limits of time, memory and waiting.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { bounded } from './bound.mjs'
import { keyOf, refusal } from './thumbnails.mjs'

const OPTIONS = {
  threads: availableParallelism(),
  /** The time that a board may take, in seconds. */
  seconds: 2,
  /** The memory that an engine may take for one board, in bytes. */
  memory: 64 << 20,
  /** The size of the cache in bytes. */
  cache: 64 << 20,
  /** The most boards that wait for a thread, and the most bytes of them. */
  waiting: 1000,
  waitingBytes: 64 << 20,
}
/** What an entry of the cache takes besides its picture, in bytes. */
const ENTRY = 500
/** How long a board is refused that took too much time: it may have been the machine's fault. In milliseconds. */
const SLOW = 60_000

export class ThumbnailService {
  #options
  #module
  #version
  #threads = new Set()
  #idle = []
  #waiting = []
  #waitingBytes = 0
  /** The answers to come, and those that are known, by key; the one used last is the last. */
  #coming = new Map()
  #known = new Map()
  #bytes = 0
  #isClosed = false
  counts = { hits: 0, joined: 0, drawn: 0, threads: 0, engines: 0 }

  /** `file` is `doodle.wasm`. */
  constructor(file, options = {}) {
    this.#options = { ...OPTIONS, ...options }
    const wasm = readFileSync(file)
    // Another engine may draw other pixels.
    this.#version = createHash('sha256').update(wasm).digest('hex').slice(0, 8)
    this.#module = new WebAssembly.Module(bounded(wasm, this.#options.memory))
    for (let i = 0; i < this.#options.threads; i++) this.#begin()
  }

  /**
   * The answer to a log, given as bytes: `{ key, png }`, or `{ status, reason }`. A board that waits is not drawn if the
   * `signal` of everyone who asked for it has been aborted.
   */
  async thumbnail(log, side = 256, signal = undefined) {
    const refused = refusal(log.length, side)
    if (refused) return refused
    const key = await keyOf(log, side, this.#version)
    const known = this.#known.get(key)
    if (known && !(known.until < Date.now())) {
      this.counts.hits++
      this.#known.delete(key)
      this.#known.set(key, known)
      return known
    }
    let board = this.#coming.get(key)
    if (board) {
      this.counts.joined++
    } else {
      const { waiting, waitingBytes } = this.#options
      if (this.#waiting.length >= waiting || this.#waitingBytes + log.length > waitingBytes) {
        return { status: 503, reason: 'too many boards wait' }
      }
      board = { key, log, side, askers: 0 }
      board.answer = new Promise((resolve) => { board.resolve = resolve }).then((answer) => this.#keep(key, answer))
      this.#coming.set(key, board)
      this.#waiting.push(board)
      this.#waitingBytes += log.length
    }
    board.askers++
    if (signal?.aborted) this.#leave(board)
    else signal?.addEventListener('abort', () => this.#leave(board), { once: true })
    this.#next()
    return board.answer
  }

  /** One who asked for a board has gone. */
  #leave(board) {
    const index = --board.askers > 0 ? -1 : this.#waiting.indexOf(board)
    if (index < 0) return
    this.#waiting.splice(index, 1)
    this.#waitingBytes -= board.log.length
    this.#coming.delete(board.key)
    board.resolve({ status: 499, reason: 'the client has gone' })
  }

  close() {
    this.#isClosed = true
    return Promise.all([...this.#threads].map((thread) => thread.worker.terminate()))
  }

  /** The memory of each thread's engine in bytes, after its last board. */
  get memory() { return [...this.#threads].map(({ memory }) => memory) }

  #keep(key, { png, status, reason, until }) {
    const answer = png ? { key, png } : { key, status, reason, until }
    if (status === 499) return answer
    this.counts.drawn++
    this.#coming.delete(key)
    if (status === 500) return answer
    const size = (answer) => ENTRY + (answer.png?.length ?? 0)
    // An entry that was kept for a time is replaced.
    const entry = this.#known.get(key)
    if (entry) this.#bytes -= size(entry)
    this.#known.delete(key)
    this.#known.set(key, answer)
    this.#bytes += size(answer)
    for (const [oldest, entry] of this.#known) {
      if (this.#bytes <= this.#options.cache) break
      this.#known.delete(oldest)
      this.#bytes -= size(entry)
    }
    return answer
  }

  /** Begins a thread. One that ends by itself, or is ended because of its board, is followed by another. */
  #begin() {
    const thread = { memory: 0, engines: 0, isEnding: false }
    thread.worker = new Worker(new URL('worker.mjs', import.meta.url), {
      workerData: this.#module, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 64 },
    })
    this.counts.threads++
    this.#threads.add(thread)
    // Its first message says that it is ready.
    thread.worker.on('message', ({ memory, engines, ...answer }) => {
      if (thread.isEnding) return
      this.counts.engines += engines - thread.engines
      Object.assign(thread, { memory, engines })
      this.#end(thread, answer)
      this.#idle.push(thread)
      this.#next()
    })
    thread.worker.on('error', (error) => {
      if (thread.isEnding) return
      // Without a board it is a mistake of the service, which another thread would repeat.
      if (!thread.board) throw error
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      const reason = isMemory ? 'the board takes too much memory' : `the thread has failed: ${error.message}`
      this.#end(thread, { status: isMemory ? 422 : 500, reason })
    })
    thread.worker.on('exit', () => {
      this.#end(thread, { status: 500, reason: 'the thread has ended' })
      this.#threads.delete(thread)
      this.#idle = this.#idle.filter((other) => other !== thread)
      if (!this.#isClosed) this.#begin()
    })
  }

  #next() {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const [thread, board] = [this.#idle.pop(), this.#waiting.shift()]
      this.#waitingBytes -= board.log.length
      thread.board = board
      thread.timer = setTimeout(() => {
        const reason = `the board takes more than ${this.#options.seconds} seconds`
        this.#end(thread, { status: 422, reason, until: Date.now() + SLOW })
        thread.isEnding = true
        thread.worker.terminate()
      }, 1000 * this.#options.seconds)
      // A copy, because a view is sent with all that it is a view of.
      const log = new Uint8Array(board.log)
      thread.worker.postMessage({ log, side: board.side }, [log.buffer])
    }
  }

  /** Answers the board of a thread, if it has not been answered. */
  #end(thread, answer) {
    clearTimeout(thread.timer)
    thread.board?.resolve(answer)
    thread.board = undefined
  }
}
