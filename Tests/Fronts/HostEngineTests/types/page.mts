// Calls of a page to the engine that TypeScript accepts and refuses.
import { Doodle, DoodleError, type Drawing, type TouchProperties } from './doodle.mjs'

const doodle: Doodle = await Doodle.load(fetch('doodle.wasm'))
const drawing: Drawing = doodle.newDrawing({ width: 800, height: 600, scale: devicePixelRatio })
const properties: TouchProperties = { pressure: 0.5, time: 1, pointer: 'pencil' }
drawing.touch('began', 'left hand', 10, 20, properties)
drawing.touch('ended', 7, 10, 20)
drawing.apply('{"command":"undo"}\n')
drawing.apply({ command: 'undo' })
drawing.apply([{ tool: 'pen', width: 3 }, { command: 'clear' }])
drawing.apply(new Uint8Array(0))
const box: { x: number } | null = drawing.draw(document.createElement('canvas').getContext('2d')!)
const bytes: Uint8Array = drawing.png({ metadata: true })
const files = [new Blob([drawing.png()]), new File([drawing.png({ dpi: undefined })], 'a.png')]
const image = new ImageData(drawing.pixels, drawing.width, drawing.height)
const finished = drawing.picture()
drawing.addPicture('a.png', new ImageData(finished.data, finished.width, finished.height))
drawing.addPicture('b.png', finished)
const opened: string[] = drawing.addDrawing('a.json', new Uint8Array(9)).pictures
const shared: Uint8Array = new Uint8Array(new SharedArrayBuffer(4))
drawing.addPicture('c.png', { width: 1, height: 1, data: shared })
// As the documentation calls it.
function record(phase: 'began' | 'moved' | 'ended', one: PointerEvent) {
  drawing.touch(phase, one.pointerId, one.offsetX, one.offsetY, {
    time: one.timeStamp / 1000,
    pressure: one.pointerType === 'pen' ? one.pressure : undefined,
  })
}
const reason: string = new DoodleError('0 0 wrong').reason

// @ts-expect-error
drawing.touch('began', 1, 10, 20, { force: 0.5 })
// @ts-expect-error
drawing.touch('begin', 1, 10, 20)
// @ts-expect-error
drawing.apply(3)
// @ts-expect-error
doodle.newDrawing({ size: [3, 4] })
// @ts-expect-error
drawing.hash().length = box + bytes + reason + files + image + record + opened
