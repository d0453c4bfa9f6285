import Geometry

/// The tree of what a document shows, made from the lowest element up.
///
/// An eraser takes away from all that is below it and that it touches: those elements become a group with a mask. To
/// keep the order, elements that lie on a part of the group go into it as well. What has got away from an eraser, or has
/// holes of its own, is a layer by itself, and erasers pass it by.
struct SVGLayers {
  enum Content {
    case element(Int)
    /// Erased by passes, which are numbers of the caller's.
    case group([Item], erasers: [Int])
  }

  struct Item {
    var content: Content
    /// In pixels.
    var bounds: Rect
    /// Whether it is ink that is multiplied with what is below.
    var multiplies: Bool
    /// How many groups are in one another.
    var depth: Int
  }

  private(set) var layers: [[Item]] = [[]]
  private var detached: Set<Int> = []

  /// Programs draw only so many groups within one another. Where there are more erasers over each other, groups side by
  /// side are erased one by one, which lets a little more through where their edges meet under an eraser's edge.
  private static let deepest = 24

  mutating func add(element: Int, bounds: Rect, multiplies: Bool) {
    let item = Item(content: .element(element), bounds: bounds, multiplies: multiplies, depth: 0)
    if detached.contains(layers.count - 1) { layers.append([]) }
    layers[layers.count - 1].append(item)
  }

  /// - Parameter passes: What has taken away from this element alone.
  mutating func add(detached element: Int, bounds: Rect, passes: [Int]) {
    var item = Item(content: .element(element), bounds: bounds, multiplies: false, depth: 0)
    if !passes.isEmpty { item.content = .group([item], erasers: passes) }
    detached.insert(layers.count)
    layers.append([item])
  }

  mutating func erase(_ pass: Int, bounds: Rect) {
    for layer in layers.indices where !detached.contains(layer) { erase(pass, bounds, &layers[layer]) }
  }

  private func erase(_ pass: Int, _ bounds: Rect, _ items: inout [Item]) {
    var isHit = items.map { $0.bounds.intersects(bounds) }
    guard isHit.contains(true) else { return }
    close(&isHit, items)
    let hit = items.indices.filter { isHit[$0] }
    if hit.count == 1, case .group(let members, let erasers) = items[hit[0]].content {
      items[hit[0]].content = .group(members, erasers: erasers + [pass])
      return
    }
    let members = hit.map { items[$0] }
    items = items.indices.filter { !isHit[$0] }.map { items[$0] }
    if members.contains(where: { $0.depth >= SVGLayers.deepest }) {
      items += SVGLayers.erasedOneByOne(members, pass)
    } else {
      items.append(SVGLayers.group(members, pass))
    }
  }

  /// Takes in what must stay above members of the group, and what its members are multiplied with.
  private func close(_ isHit: inout [Bool], _ items: [Item]) {
    var grows = true
    while grows {
      grows = false
      var covered = Rect.empty
      for i in items.indices {
        if !isHit[i], !covered.isEmpty, covered.intersects(items[i].bounds) {
          isHit[i] = true
          grows = true
        }
        if isHit[i] { covered.formUnion(items[i].bounds) }
      }
      var multiplied = Rect.empty
      for i in items.indices.reversed() {
        if !isHit[i], !multiplied.isEmpty, multiplied.intersects(items[i].bounds) {
          isHit[i] = true
          grows = true
        }
        if isHit[i], items[i].multiplies { multiplied.formUnion(items[i].bounds) }
      }
    }
  }

  private static func group(_ members: [Item], _ pass: Int) -> Item {
    Item(
      content: .group(members, erasers: [pass]), bounds: members.reduce(.empty) { $0.union($1.bounds) },
      multiplies: false, depth: (members.map(\.depth).max() ?? 0) + 1)
  }

  private static func erasedOneByOne(_ members: [Item], _ pass: Int) -> [Item] {
    var result: [Item] = []
    var plain: [Item] = []
    for member in members {
      guard case .group(let inner, let erasers) = member.content else {
        plain.append(member)
        continue
      }
      if !plain.isEmpty { result.append(group(plain, pass)) }
      plain = []
      var member = member
      member.content = .group(inner, erasers: erasers + [pass])
      result.append(member)
    }
    if !plain.isEmpty { result.append(group(plain, pass)) }
    return result
  }
}
