// Thumbnails at an edge, which gives a compiled module, the APIs of the web, and 128 MB. The worker is:
//
//     import { handler } from './edge.mjs'
//     import module from './thumbnails.wasm'              // of bound.mjs
//     export default { fetch: handler(module, '0.1.0', () => caches.open('thumbnails')) }
import { keyOf, read, refusal, Thumbnails } from './thumbnails.mjs'

/** `version` is that of the engine; `openCache` gives a `Cache`. */
export function handler(module, version, openCache) {
  const thumbnails = new Thumbnails(module)
  return async (request) => {
    const url = new URL(request.url)
    const side = Number(url.searchParams.get('side') ?? 256)
    const { log, ...unread } = await read(request.body)
    const refused = log ? refusal(log.length, side) : unread
    if (refused) return responseOf(refused)
    const key = await keyOf(log, side, version)
    const place = new URL(`/${key}.png`, url).href
    const cache = await openCache()
    const known = await cache.match(place)
    if (known) return known
    const response = responseOf(await thumbnails.make(log, side), key)
    await cache.put(place, response.clone())
    return response
  }
}

function responseOf({ png, status, reason }, key) {
  const headers = { 'Content-Type': png ? 'image/png' : 'text/plain; charset=utf-8' }
  // A refusal of a board is kept like a picture: it does not change.
  if (key) Object.assign(headers, { 'Cache-Control': 'public, max-age=31536000, immutable', ETag: `"${key}"` })
  return new Response(png ?? reason + '\n', { status: png ? 200 : status, headers })
}
