// Boxes, {x, y, width, height}, points, [x, y], and outlines, which are arrays of points.

const center = ({ x, y, width, height }) => [x + width / 2, y + height / 2]

/** The box around boxes; undefined if there are none. */
export function around(boxes) {
  if (boxes.length === 0) return undefined
  const [x, y] = ['x', 'y'].map((side) => Math.min(...boxes.map((box) => box[side])))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Whether a box has a point. */
export const has = (box, [x, y]) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height

/** The box with these corners. */
export const between = ([left, top], [right, bottom]) => ({
  x: Math.min(left, right), y: Math.min(top, bottom), width: Math.abs(right - left), height: Math.abs(bottom - top),
})

/** The corners of a box, clockwise from the upper left one. */
export const corners = ({ x, y, width, height }) => [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]

/** Whether a box lies within another one. */
export const isWithin = (box, other) => has(other, [box.x, box.y]) && has(other, [box.x + box.width, box.y + box.height])

/** Whether the center of a box lies inside of an outline. */
export function isInside(box, outline) {
  const [x, y] = center(box)
  return outline.reduce((inside, [x1, y1], index) => {
    const [x2, y2] = outline.at(index - 1)
    return (y1 > y) !== (y2 > y) && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) ? !inside : inside
  }, false)
}

/** The nearest point in a direction from `start` that is a multiple of `step` degrees. */
export function straight(start, point, step = 15) {
  const [x, y] = [point[0] - start[0], point[1] - start[1]]
  const turn = (Math.round((Math.atan2(y, x) * 180) / Math.PI / step) * step * Math.PI) / 180
  const length = x * Math.cos(turn) + y * Math.sin(turn)
  return [start[0] + length * Math.cos(turn), start[1] + length * Math.sin(turn)]
}

/** The point that makes a square with `start`, as large as the drag. */
export function square(start, point) {
  const sides = [point[0] - start[0], point[1] - start[1]]
  const most = Math.max(...sides.map(Math.abs))
  return sides.map((side, axis) => start[axis] + (side < 0 ? -most : most))
}

/** Where a change, {scale, turn, about, by}, moves a point: scaled and turned about another one, in degrees, then moved. */
export function changed([x, y], { scale, turn, about, by }) {
  const angle = (turn * Math.PI) / 180
  const [dx, dy] = [(x - about[0]) * scale, (y - about[1]) * scale]
  return [
    about[0] + dx * Math.cos(angle) - dy * Math.sin(angle) + by[0],
    about[1] + dx * Math.sin(angle) + dy * Math.cos(angle) + by[1],
  ]
}

/** The change of nothing. */
export const UNCHANGED = { scale: 1, turn: 0, about: [0, 0], by: [0, 0] }
