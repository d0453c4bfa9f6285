// Draws boards with Examples/service, without its cache: drawer.mjs BUILD BOARDS WARM
//
// BOARDS has a line of JSON for each. Says "ready" after the first WARM, and "done" with the bytes of the pictures.
import fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import { ThumbnailService } from '../../Examples/service/service.mjs'

const [build, file, warm] = process.argv.slice(2)
const service = new ThumbnailService(path.join(build, 'doodle.wasm'), { cache: 0, seconds: 60 })
const lines = readline.createInterface({ input: fs.createReadStream(file) })[Symbol.asyncIterator]()
let [count, bytes] = [0, 0]

async function draw(until) {
  const one = async () => {
    while (count < until) {
      count++
      const { value } = await lines.next()
      if (value === undefined) return
      const { png, reason } = await service.thumbnail(Buffer.from(JSON.parse(value)))
      if (!png) throw new Error(reason)
      bytes += png.length
    }
  }
  await Promise.all(Array.from({ length: 4 }, one))
}

await draw(Number(warm))
console.log('ready')
await draw(Infinity)
console.log(`done ${bytes}`)
await service.close()
