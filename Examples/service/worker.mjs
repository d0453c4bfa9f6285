// A thread of the service: a log comes in as a message, the answer goes out as one.
import { parentPort, workerData } from 'node:worker_threads'
import { Thumbnails } from './thumbnails.mjs'

const thumbnails = new Thumbnails(workerData)

parentPort.on('message', async ({ log, side }) => {
  const answer = await thumbnails.make(log, side)
  parentPort.postMessage({ ...answer, engines: thumbnails.engines }, answer.png ? [answer.png.buffer] : [])
})
parentPort.postMessage({ memory: 0, engines: 0 })
