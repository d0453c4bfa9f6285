// A server of thumbnails: node server.mjs [PORT]
//
//     curl --data-binary @sketch.jsonl 'localhost:8080/?side=256' -o sketch.png
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { ThumbnailService } from './service.mjs'
import { LIMITS, read, refusal } from './thumbnails.mjs'

const service = new ThumbnailService(fileURLToPath(new URL('../../build/doodle.wasm', import.meta.url)))

const server = http.createServer(async (request, response) => {
  const side = Number(new URL(request.url, 'http://localhost').searchParams.get('side') ?? 256)
  try {
    const log = await read(request)
    const { key, png, status, reason } = log ? await service.thumbnail(log, side) : refusal(LIMITS.log + 1, side)
    if (png) response.writeHead(200, { 'Content-Type': 'image/png', ETag: `"${key}"` }).end(png)
    else response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(reason + '\n')
  } catch {
    // The client has gone.
    response.destroy()
  }
})
server.listen(Number(process.argv[2] ?? 8080), () => console.log(`http://localhost:${server.address().port}/`))
