// The outline of a stroke, computed from all its points each time, as freehand libraries do.

/** Steps of a half circle. */
const ARC = 13
/** How far each point follows the pointer; the rest is smoothed away. */
const FOLLOWING = 0.6

/** The polygon around a stroke. `points` are {x, y, pressure}, `width` is the width at full pressure. */
export function outline(points, width) {
  const path = smooth(points, width)
  const [left, right] = [[], []]
  // Points that are closer than this add cost and no shape.
  const nearest = (width / 4) ** 2
  let before = path.length > 1 ? path[1] : { dx: 1, dy: 0 }
  for (let i = 0; i < path.length; i++) {
    const { x, y, radius, dx, dy } = path[i]
    const next = path[Math.min(i + 1, path.length - 1)]
    if (before.dx * dx + before.dy * dy < 0) {
      // A sharp turn is round.
      arc(left, x, y, -before.dy * radius, before.dx * radius)
      arc(right, x, y, before.dy * radius, -before.dx * radius)
    } else {
      const [nx, ny] = unit(dx + next.dx, dy + next.dy)
      push(left, x + ny * radius, y - nx * radius, nearest)
      push(right, x - ny * radius, y + nx * radius, nearest)
    }
    before = path[i]
  }
  const [first, last] = [path[0], path.at(-1)]
  const [start, end] = [[], []]
  arc(end, last.x, last.y, last.dy * last.radius, -last.dx * last.radius)
  arc(start, first.x, first.y, -first.dy * first.radius, first.dx * first.radius)
  return [...left, ...end, ...right.reverse(), ...start]
}

/** The points with noise reduced, their radii and directions. */
function smooth(points, width) {
  const path = []
  let { x, y, pressure } = points[0]
  for (const point of points) {
    const [px, py] = [x, y]
    x += (point.x - x) * FOLLOWING
    y += (point.y - y) * FOLLOWING
    pressure += (point.pressure - pressure) * FOLLOWING
    const [dx, dy] = unit(x - px, y - py)
    path.push({ x, y, radius: (width / 2) * pressure, dx, dy })
  }
  if (path.length > 1) [path[0].dx, path[0].dy] = [path[1].dx, path[1].dy]
  return path
}

function unit(x, y) {
  const length = Math.hypot(x, y)
  return length > 0 ? [x / length, y / length] : [1, 0]
}

function push(side, x, y, nearest) {
  const last = side.at(-1)
  if (!last || (last[0] - x) ** 2 + (last[1] - y) ** 2 > nearest) side.push([x, y])
}

/** Half a circle around a point, from an offset to its opposite. */
function arc(side, x, y, ox, oy) {
  for (let i = 0; i <= ARC; i++) {
    const [c, s] = [Math.cos((Math.PI * i) / ARC), Math.sin((Math.PI * i) / ARC)]
    side.push([x + ox * c - oy * s, y + ox * s + oy * c])
  }
}

/** Adds a polygon to a context's path, its corners rounded by quadratic curves. */
export function trace(context, polygon) {
  context.beginPath()
  let [x, y] = polygon.at(-1)
  const [firstX, firstY] = polygon[0]
  context.moveTo((x + firstX) / 2, (y + firstY) / 2)
  for (let i = 0; i < polygon.length; i++) {
    ;[x, y] = polygon[i]
    const [nextX, nextY] = polygon[(i + 1) % polygon.length]
    context.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2)
  }
  context.closePath()
}
