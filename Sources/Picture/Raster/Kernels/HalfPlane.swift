import CRaster
import Geometry

// How much of a pixel an edge covers.
//
// Within one pixel, the rasterizer treats the edge of a shape as straight: the shape covers as much of the pixel as the
// half plane behind the edge. That area depends on the normal of the edge and on its distance from the pixel's center.
// By symmetry only the magnitudes of the normal's components matter. For a normal (nx, ny) of length 1, let
//
//     a = max(|nx|, |ny|)     b = min(|nx|, |ny|)     d = the signed distance, positive if the center is outside
//
//     +-------+   +-------+
//     |####/  |   |##/    |
//     |###/   |   |#/     |
//     |##/    |   |/      |
//     +-------+   +-------+
//     trapezoid   triangle
//
// Trapezoid, |d| <= (a − b)/2: the edge cuts two opposite sides. The area is that of a rectangle as wide as the covered
// part of the line through the center:
//
//     coverage = 1/2 − d/a
//
// Triangle, (a − b)/2 <= |d| <= (a + b)/2: the edge cuts off a corner. The corner is h = (a + b)/2 − |d| away from the
// edge, so the legs of the triangle are h/a and h/b:
//
//     coverage = h² / (2ab)    if d > 0, and 1 less that if d < 0
//
// Beyond that the edge misses the pixel. Expanding the square shows that the triangle is the trapezoid's formula and a
// correction, which is 0 where the cases meet. So one formula holds for all cases and needs no branch:
//
//     m        = min(|d|, (a + b)/2)
//     coverage = 1/2 − sign(d) · ( m/a − max(m − (a − b)/2, 0)² / (2ab) )
//
// For an edge along rows or columns b is 0, and so is the square: its factor may be any finite number.

extension raster_tangent {
  /// The tangent with a normal of length 1, without its position and without distances along it.
  init(_ normal: Vector) {
    self.init()
    (distance.x, distance.y) = (Float(normal.dx), Float(normal.dy))
    let (nx, ny) = (Swift.abs(distance.x), Swift.abs(distance.y))
    let (a, b) = (Swift.max(nx, ny), Swift.min(nx, ny))
    reach = (a + b) * 0.5
    core = (a - b) * 0.5
    per_core = 1 / a
    // For a smaller b the corner takes less than a thousandth of a pixel, and the quotient would overflow.
    per_corner = b > 1e-6 ? 0.5 / (a * b) : 0
  }
}
