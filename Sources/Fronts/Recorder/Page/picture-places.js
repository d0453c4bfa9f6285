// Where pictures lie that the user adds to the page.

/** How far a picture stays from the border of what is seen, and how far each lies from the one before, in CSS pixels. */
const MARGIN = 24
const STEP = 28

/**
 * The places of pictures by their `sizes` in pixels: {at, size} of each, in points. A pixel is one of the page, which has
 * `scale` a point, or smaller, so that all have room in `seen`, a box in points, which the window shows with `zoom` CSS
 * pixels a point. They lie around the point `middle`, each to the right of and below the one before, a part of which stays
 * free.
 */
export function places(sizes, { seen, scale, zoom, middle }) {
  const last = sizes.length - 1
  const axes = [seen.width, seen.height].map((side, axis) => {
    const step = Math.min(STEP / zoom, side / 3 / Math.max(1, last))
    return { step, room: side - 2 * Math.min(MARGIN / zoom, side / 8) - last * step, axis }
  })
  const shown = sizes.map((size) => {
    const factor = Math.min(1 / scale, ...axes.map(({ room, axis }) => room / size[axis]))
    return size.map((side) => side * factor)
  })
  const start = axes.map(({ step, axis }) =>
    middle[axis] - Math.max(...shown.map((size, index) => index * step + size[axis])) / 2)
  // On whole pixels, those of a picture stay sharp.
  const at = (index) => axes.map(({ step, axis }) => Math.round((start[axis] + index * step) * scale) / scale)
  return shown.map((size, index) => ({ at: at(index), size }))
}
