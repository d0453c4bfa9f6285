// Draws boards with Examples/service, without its cache: drawer.mjs BUILD COUNT WARM
//
// Says "ready" after the first WARM boards, and "done" with the bytes of all pictures.
import path from 'node:path'
import { ThumbnailService } from '../../../Examples/service/service.mjs'
import { usual } from './boards.mjs'

const [build, count, warm] = process.argv.slice(2)
const service = new ThumbnailService(path.join(build, 'doodle.wasm'), { cache: 0, seconds: 60 })
let bytes = 0

async function draw(boards) {
  const one = async () => {
    for (const log of boards) {
      const { png, reason } = await service.thumbnail(log)
      if (!png) throw new Error(reason)
      bytes += png.length
    }
  }
  await Promise.all(Array.from({ length: 4 }, one))
}

const boards = usual(Number(count))
await draw(Array.from({ length: Number(warm) }, () => boards.next().value).values())
console.log('ready')
await draw(boards)
console.log(`done ${bytes}`)
await service.close()
