// A server of thumbnails: node server.mjs [PORT]
//
//     curl --data-binary @sketch.jsonl 'localhost:8080/?side=256' -o sketch.png
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { ThumbnailService } from './service.mjs'
import { read } from './thumbnails.mjs'

const service = new ThumbnailService(fileURLToPath(new URL('../../build/doodle.wasm', import.meta.url)))

const server = http.createServer(async (request, response) => {
  try {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const { key, png, status, reason } = await answer(request, gone.signal)
    if (png) response.writeHead(200, { 'Content-Type': 'image/png', ETag: `"${key}"` }).end(png)
    else response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(reason + '\n')
  } catch {
    // The client has gone.
    response.destroy()
  }
})

async function answer(request, signal) {
  // A target may be anything.
  if (!URL.canParse(request.url, 'http://localhost')) return { status: 400, reason: 'the target is no URL' }
  const side = Number(new URL(request.url, 'http://localhost').searchParams.get('side') ?? 256)
  const { log, ...unread } = await read(request)
  return log ? service.thumbnail(log, side, signal) : unread
}

// A body that stops is no longer waited for.
server.requestTimeout = 30_000
server.listen(Number(process.argv[2] ?? 8080), () => console.log(`http://localhost:${server.address().port}/`))
