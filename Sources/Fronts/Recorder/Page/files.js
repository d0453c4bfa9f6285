// Files that the user opens and saves.

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

const fromBase64 = (text) => pixels(new Blob([bytesOf(text)]))

/**
 * Adds the images in a log to `pictures`, by their data, and the picture under the ink by a name. Returns the log, which
 * then has the name in place of that picture.
 */
export async function takePictures(log, pictures) {
  const lines = log.split('\n')
  for (const [index, line] of lines.entries()) {
    const mayBeHeader = line.includes('"data:image/')
    if (!mayBeHeader && !(line.includes('"image"') && line.includes('"data"'))) continue
    let event
    try {
      event = JSON.parse(line)
    } catch {
      // The engine says what is wrong.
      continue
    }
    if (mayBeHeader && event.background?.startsWith?.('data:image/')) {
      let name = 'picture.png'
      for (let number = 2; pictures.has(name); number++) name = `picture-${number}.png`
      pictures.set(name, { ...await fromBase64(event.background.replace(/^[^,]*,/, '')), isFile: false })
      lines[index] = JSON.stringify({ ...event, background: name })
    } else if (event.command === 'image' && event.data) {
      pictures.set(event.data, { ...await fromBase64(event.data), isFile: true })
    }
  }
  return lines.join('\n')
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
export function remedy(name, text) {
  const stem = name.replace(/\.[^.]*$/, '')
  const word = shellWord(name)
  if (/^\s*\{\s*"drawing"\s*:/.test(text)) {
    return `a saved drawing has no touches. Draw over its picture: doodle render ${word} -o ${shellWord(`${stem}.png`)}`
  }
  if (isLog(text)) {
    const page = shellWord(`${stem}-1.jsonl`)
    return `this page opens logs of one page. To make one of a page: doodle convert ${word} --page 1 -o ${page}`
  }
  const log = shellWord(`${stem}-log.jsonl`)
  return `this page reads only logs and pictures. To make a log of another file: doodle convert ${word} -o ${log}`
}

/** Whether a log has several pages. */
export function hasPages(log) {
  return log.split('\n').some((line) => {
    if (!line.includes('"page"')) return false
    try {
      return JSON.parse(line).command === 'page'
    } catch {
      return false
    }
  })
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
