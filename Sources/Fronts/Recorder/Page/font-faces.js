// What a font file says about itself: its names, and whether its letters have colors.

const MAC = 1
/** The numbers of names: of the family, the style, the whole font, and the one for programs. */
const [FAMILY, STYLE, WHOLE, POSTSCRIPT] = [1, 2, 4, 6]
/** The largest number of fonts in a file that are offered. */
const MOST = 64

const tagAt = (view, offset) => String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)))

/** The tables of a font whose directory begins at an offset: their own offsets, by their tags. */
function tablesAt(view, directory) {
  const tables = new Map()
  for (let index = 0; index < view.getUint16(directory + 4); index++) {
    const record = directory + 12 + 16 * index
    tables.set(tagAt(view, record), view.getUint32(record + 8))
  }
  return tables
}

/** The names of a font by their numbers. English ones come first. */
function namesAt(view, table) {
  const names = new Map()
  const texts = table + view.getUint16(table + 4)
  for (let index = 0; index < view.getUint16(table + 2); index++) {
    const [platform, , language, name, length, offset] = [0, 1, 2, 3, 4, 5].map((field) => view.getUint16(table + 6 + 12 * index + 2 * field))
    const isEnglish = platform === MAC ? language === 0 : language === 0x409
    if (names.has(name) && !(isEnglish && platform !== MAC)) continue
    const bytes = new Uint8Array(view.buffer, view.byteOffset + texts + offset, length)
    names.set(name, new TextDecoder(platform === MAC ? 'macintosh' : 'utf-16be').decode(bytes).replace(/[\0-\x1f]/g, '').trim())
  }
  return names
}

/** The offsets of the directories of the fonts in a file. */
function directories(view) {
  if (tagAt(view, 0) !== 'ttcf') return [0]
  return Array.from({ length: Math.min(MOST, view.getUint32(8)) }, (_, index) => view.getUint32(12 + 4 * index))
}

function faceAt(view, directory) {
  const table = tablesAt(view, directory).get('name')
  const names = table === undefined ? new Map() : namesAt(view, table)
  const style = names.get(STYLE) ?? 'Regular'
  const label = names.get(WHOLE) || [names.get(FAMILY), style === 'Regular' ? '' : style].filter(Boolean).join(' ')
  return { label, postScript: names.get(POSTSCRIPT) ?? '' }
}

/** The fonts of a file, given as bytes: the `label` of each, which may be empty, and its name in PostScript. */
export function facesOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return directories(view).map((directory) => {
      try {
        return faceAt(view, directory)
      } catch {
        // The engine may read a font whose names are damaged.
        return { label: '', postScript: '' }
      }
    })
  } catch {
    return [{ label: '', postScript: '' }]
  }
}

/** Whether letters of a file have colors, or are pictures. */
export function hasColors(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const tables = tablesAt(view, directories(view)[0])
    return ['COLR', 'SVG ', 'CBDT', 'sbix'].some((tag) => tables.has(tag))
  } catch {
    return false
  }
}

/** The ending of the name of a font file, by its first bytes. */
export function endingOf(bytes) {
  return { OTTO: '.otf', ttcf: '.ttc' }[String.fromCharCode(...bytes.subarray(0, 4))] ?? '.ttf'
}
