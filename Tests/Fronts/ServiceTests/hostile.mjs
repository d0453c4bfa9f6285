// Requests that must not end the server of Examples/service, nor fill its memory: hostile.mjs
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import { ThumbnailService } from '../../../Examples/service/service.mjs'

const path = (name) => fileURLToPath(new URL(name, import.meta.url))
const LOG = '{"doodle":1,"size":[40,20]}\n{"phase":"began","point":[5,10]}\n'

const server = spawn('node', [path('../../../Examples/service/server.mjs'), '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
let hasEnded = false
server.on('exit', () => { hasEnded = true })
const url = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(String(text).trim())))
const { port } = new URL(url)

/** Sends bytes, and answers what comes back until the connection ends, or until `enough` is true of it. */
function send(bytes, enough = (text) => text.includes('\r\n\r\n')) {
  return new Promise((resolve) => {
    const socket = net.connect(port, 'localhost', () => socket.write(bytes))
    let text = ''
    const end = () => { socket.destroy(); resolve(text) }
    socket.on('data', (part) => { text += part; if (enough(text)) end() })
    socket.on('error', end)
    socket.on('close', end)
  })
}

const post = (body) => fetch(url, { method: 'POST', body })
const isWell = async () => !hasEnded && (await post(LOG)).status === 200
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024

// Targets.
assert(await isWell())
for (const target of ['//', '/\\', '//a:b/', 'http://[', 'http://x:99999/']) {
  const answer = await send(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)
  assert.match(answer, /^HTTP\/1.1 400 /, target)
  assert(await isWell(), target)
}

// Headers that take the memory of a thread.
const headers = [
  `{"doodle":1,"x":[${'{},'.repeat(1_200_000)}{}]}\n`,
  `{"doodle":1,${Array.from({ length: 330_000 }, (_, index) => `"k${index}":1`).join()}}\n`,
]
for (const header of [...headers, ...headers]) {
  const statuses = await Promise.all([1, 2, 3].map((number) => post(header + LOG.repeat(number)).then(({ status }) => status)))
  assert(statuses.every((status) => status === 422), `${statuses}`)
  assert(await isWell())
}

// A body that is too large gets its answer, though it is not read.
assert.equal((await post(LOG + ' '.repeat(5 << 20))).status, 413)

// Bodies that stop.
const before = resident()
const body = Buffer.alloc((4 << 20) - 1, 0x20)
const head = Buffer.from(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${4 << 20}\r\n\r\n`)
const sockets = []
let busy = 0
for (let count = 0; count < 150; count++) {
  const socket = net.connect(port, 'localhost', () => socket.write(Buffer.concat([head, body])))
  // What was not read of a body can end the connection before its answer arrives.
  socket.on('error', () => {})
  socket.on('close', () => { busy++ })
  socket.resume()
  sockets.push(socket)
}
for (let tenth = 0; tenth < 300 && busy < 130; tenth++) await new Promise((resolve) => setTimeout(resolve, 100))
const grown = resident() - before
assert(busy >= 130, `${busy} of 150 bodies that stop are refused`)
assert(grown < 320, `bodies that stop take ${grown} MB`)
const cut = busy
for (const socket of sockets) socket.destroy()
await new Promise((resolve) => setTimeout(resolve, 500))
assert(await isWell())
server.kill()

// Boards whose clients have gone are not drawn, unless someone else waits for them; bytes that wait are bounded.
const service = new ThumbnailService(path('../../../build/doodle.wasm'), { threads: 1, waitingBytes: 1 << 20 })
const bytes = (number) => new TextEncoder().encode(LOG + ' '.repeat(10_000) + '\n'.repeat(number))
const gone = new AbortController()
const answers = Array.from({ length: 90 }, (_, number) => service.thumbnail(bytes(number), 128, gone.signal))
const kept = service.thumbnail(bytes(80), 128)
await new Promise((resolve) => setTimeout(resolve, 0))
gone.abort()
assert((await kept).png)
const statuses = (await Promise.all(answers)).map(({ status }) => status)
assert(statuses.filter((status) => status === 499).length > 60, `${statuses}`)
assert(service.counts.drawn < 30, `${service.counts.drawn} boards are drawn`)
const crowd = await Promise.all(Array.from({ length: 150 }, (_, number) => service.thumbnail(bytes(200 + number), 128)))
const refused = crowd.filter(({ status }) => status === 503).length
assert(refused > 30 && refused < 60, `${refused} of 150 boards are refused for their bytes`)
assert((await service.thumbnail(bytes(0), 128)).png)
await service.close()
console.log(`hostile requests: ${cut} of 150 bodies that stop are refused, and take ${Math.round(grown)} MB`)
