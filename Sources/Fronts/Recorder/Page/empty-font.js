// Stands for a font file that is missing.

/** A font without any characters: the built-in font draws those of texts whose font is missing. */
export function emptyFont() {
  const numbers = (...values) => values.flatMap((value) => [(value >> 8) & 255, value & 255])
  const zeros = (count) => new Array(count).fill(0)
  const tables = {
    // 1000 units make an em; one glyph without an outline; a list of no groups of characters.
    head: [...zeros(18), ...numbers(1000), ...zeros(34)], maxp: numbers(1, 0, 1), hhea: [...zeros(34), ...numbers(1)],
    hmtx: numbers(500, 0), cmap: [...numbers(0, 1, 3, 10, 0, 12), ...numbers(12, 0, 0, 16, 0, 0, 0, 0)],
    loca: numbers(0, 0), glyf: [],
  }
  const rows = Object.entries(tables)
  const head = numbers(1, 0, rows.length, 0, 0, 0)
  const body = []
  for (const [tag, bytes] of rows) {
    head.push(...[...tag].map((letter) => letter.charCodeAt(0)), ...numbers(0, 0, 0, 12 + 16 * rows.length + body.length, 0, bytes.length))
    body.push(...bytes)
  }
  return Uint8Array.from([...head, ...body])
}
