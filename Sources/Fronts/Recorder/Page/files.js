// Files that the user opens and saves.

import { parsed } from './pointers.js'

/**
 * The pixels of a picture file of any format that the browser reads: {width, height, data} of straight RGBA. `isExact`
 * is false if there are translucent pixels, whose colors a canvas rounds.
 */
export async function pixels(file) {
  const bitmap = await createImageBitmap(file, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' })
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [bitmap.width, bitmap.height]
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { width, height, data, isExact: data.every((value, index) => index % 4 !== 3 || value === 0 || value === 255) }
}

/** A file as the text of a `data:` URL. */
export function dataURL(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

/** The bytes of a text in base64. */
export function bytesOf(base64) {
  // Browsers have it since 2025.
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64)
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** A background that is a file, not a color or a paper. */
const PICTURE = /^(?!data:).*\.(png|jpe?g)$/i

const fromBase64 = (text) => pixels(new Blob([bytesOf(text)]))

/**
 * Gives pages the images that their lines hold, by their data, and the pictures under their ink by names, which the lines
 * then have in place of those. `files` are pictures, by the names of their files, that lines name by their paths. Pictures
 * that pages have already stay. Returns the paths of those that are missing.
 */
export async function takePictures(pages, files = new Map()) {
  /** By their data: several pages may have one. */
  const taken = new Map()
  const missing = new Set()
  for (const page of pages) {
    page.pictures ??= new Map()
    for (const [index, line] of page.lines.entries()) {
      if (index > 0 && !line.includes('"image"')) continue
      // The engine says what is wrong.
      const event = parsed(line) ?? {}
      const path = index === 0 ? PICTURE.exec(event.background)?.[0] : event.command === 'image' && !event.data && event.path
      if (path && !page.pictures.has(path)) {
        const file = files.get(path.split('/').at(-1))
        if (file) page.pictures.set(path, file)
        else missing.add(path)
      }
      const isHeader = index === 0 && /^data:image\//.test(event.background)
      if (!isHeader && !(event.command === 'image' && event.data)) continue
      const data = isHeader ? event.background.replace(/^[^,]*,/, '') : event.data
      if (page.pictures.has(data)) continue
      if (!taken.has(data)) taken.set(data, { picture: { ...await fromBase64(data), isFile: !isHeader } })
      const row = taken.get(data)
      if (isHeader) {
        const isTaken = (name) => files.has(name) || [...taken.values()].some((other) => other.name === name)
        for (let number = 1; !row.name; number++) {
          const name = number === 1 ? 'picture.png' : `picture-${number}.png`
          if (!isTaken(name)) row.name = name
        }
        page.lines[index] = JSON.stringify({ ...event, background: row.name })
      }
      page.pictures.set(isHeader ? row.name : data, row.picture)
    }
  }
  return [...missing]
}

/** Whether the first line of a text is one of a log: a JSON object with a key of such lines. */
export function isLog(text) {
  let first
  try {
    first = JSON.parse(text.trimStart().match(/^[^\n]*/)[0])
  } catch {
    return false
  }
  return ['doodle', 'phase', 'tool', 'command'].some((key) => Object.hasOwn(first ?? {}, key))
}

/** A file name as a word of a shell. */
function shellWord(name) { return `'${name.replace(/^-/, './-').replaceAll("'", "'\\''")}'` }

/** How a file can be used that this page does not open. */
export function remedy(name) {
  const log = shellWord(`${name.replace(/\.[^.]*$/, '')}-log.jsonl`)
  // Nothing in these files tells what they are.
  const word = /\.bin$/i.test(name) ? `${shellWord(name)} --from quickdraw-bin` : shellWord(name)
  return `this page reads only logs, saved drawings and pictures. To make a log of another file: doodle convert ${word} -o ${log}`
}

/** Saves a file in the user's downloads. */
export function download(blob, name) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Lets the user choose files; an empty array if none is chosen. */
export function choose(types, isMultiple = false) {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', accept: types, multiple: isMultiple })
    input.onchange = () => resolve([...input.files])
    input.oncancel = () => resolve([])
    input.click()
  })
}

/** A name for files, such as drawing-2026-05-31-1420. */
export function fileName(date = new Date()) {
  const two = (number) => String(number).padStart(2, '0')
  return `drawing-${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}-`
    + two(date.getHours()) + two(date.getMinutes())
}
