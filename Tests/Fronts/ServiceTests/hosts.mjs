// Where the code of Examples/service runs: hosts.mjs COMMAND BUILD
//
// The server answers over HTTP. The code for an edge runs in a context that has the APIs of the web and nothing of Node,
// and with an engine whose memory is bounded: a board that needs more leaves the next one as it was.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import vm from 'node:vm'

const [program, build] = process.argv.slice(2)
const command = path.resolve(program)
const run = (command, args, input) => {
  const run = spawnSync(command, args, { input, maxBuffer: 1 << 26 })
  assert.equal(run.status, 0, run.stderr.toString())
  return run.stdout
}
const hashOf = (input) => run(command, ['hash', '-q', '-'], input).toString().split(' ')[0]

const log = fs.readFileSync('Examples/shapes.jsonl')
// It is 480 points wide, and the longer side of a thumbnail is 256 pixels.
const expected = run(command, ['render', 'Examples/shapes.jsonl', '-q', '-o', '-', '--scale', String(256 / 480)])
const vast = log + JSON.stringify({ command: 'text', text: 'W'.repeat(3_000_000), at: [5, 20], size: 3 }) + '\n'
const sizeless = '{"phase":"began","point":[0,0]}\n{"phase":"ended","point":[468,100]}\n'

/** A host is given requests for thumbnails, with a body and a side, and gives a response. */
async function test(name, ask) {
  const picture = async (body, side) => {
    const response = await ask(body, side)
    assert.equal(response.status, 200, `${name}: ${response.status}`)
    assert.equal(response.headers.get('Content-Type'), 'image/png')
    return { bytes: Buffer.from(await response.arrayBuffer()), tag: response.headers.get('ETag') }
  }
  const refused = async (status, words, body, side = 256) => {
    const response = await ask(body, side)
    const text = await response.text()
    assert.equal(response.status, status, `${name}: ${text}`)
    assert.ok(text.includes(words), `${name}: ${text}`)
  }
  const first = await picture(log, 256)
  assert.ok(first.bytes.equals(expected), `${name}: another picture than the command's`)
  assert.match(first.tag, new RegExp(`^"${run('sha256sum', ['Examples/shapes.jsonl']).toString().slice(0, 64)}\\.256\\.`))
  await refused(413, '4194304 bytes', Buffer.alloc(5 << 20, '\n'))
  await refused(422, '128, 256, 512, not 100', log, 100)
  await refused(422, 'line 2, column 1', '{"doodle":1}\nx\n')
  await refused(422, 'no ink', '')
  await refused(422, 'lacks memory', vast)
  const [again, small, sized] = [await picture(log, 256), await picture(log, 128), await picture(sizeless, 512)]
  assert.deepEqual(again, first, name)
  assert.equal(small.bytes.readUInt32BE(16), 128)
  const width = sized.bytes.readUInt32BE(16)
  assert.ok(width > 507 && width <= 512, `${name}: a log without a size is ${width} pixels wide`)
  // Its ink is 468 points wide; with its margins it is taken for at most four points wider.
  const scale = [500, 501, 502, 503, 504, 505, 506, 507, 508].find((width) => hashOf(sized.bytes) === hashOf(
    run(command, ['render', '-', '-q', '--from', 'doodle', '-o', '-', '--scale', String(512 / width)], sizeless)))
  assert.ok(scale, `${name}: a log without a size is drawn by another scale`)
}

async function testServer() {
  const server = spawn(process.execPath, ['Examples/service/server.mjs', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  try {
    const [line] = await once(server.stdout, 'data')
    await test('the server', (body, side) => fetch(`${line.toString().trim()}?side=${side}`, { method: 'POST', body }))
  } finally {
    server.kill()
    await ended
  }
}

async function testEdge() {
  const wasm = run(process.execPath, ['Examples/service/bound.mjs', path.join(build, 'doodle.wasm'), '64'])
  const kept = new Map()
  const cache = {
    match: async (place) => kept.get(place)?.clone(),
    put: async (place, response) => { kept.set(place, response) },
  }
  const apis = { WebAssembly, TextDecoder, TextEncoder, Uint8Array, Uint8ClampedArray, Blob, Response, URL, crypto }
  const context = vm.createContext(apis)
  // One script of the three modules.
  const source = [path.join(build, 'doodle.mjs'), 'Examples/service/thumbnails.mjs', 'Examples/service/edge.mjs']
    .map((file) => fs.readFileSync(file, 'utf8').replace(/^import .*$/gm, '').replace(/^export /gm, '')).join('\n')
  const fetch = vm.runInContext(`${source}\nhandler`, context)(new WebAssembly.Module(wasm), '1', async () => cache)
  await test('the edge', (body, side) => fetch(new Request(`https://edge/?side=${side}`, { method: 'POST', body })))
  // What is known is not drawn again.
  const known = [...kept.keys()].find((place) => place.includes('.128.'))
  kept.set(known, new Response('kept'))
  assert.equal(await (await fetch(new Request('https://edge/?side=128', { method: 'POST', body: log }))).text(), 'kept')
}

await testServer()
await testEdge()
console.log('thumbnails are made by a server and at an edge')
