import Geometry

/// The tree of a document's elements and the groups that erasers mask, built from the lowest element to the highest.
///
/// An eraser erases from every element below it that it touches: these elements become a group with a mask. To keep the
/// order, elements that overlap a member of the group and lie above it join the group. An element that is detached from
/// the erasers, or has its own erased areas, is a separate layer, which later erasers skip.
struct SVGLayers: Sendable {
  enum Content: Sendable {
    /// The caller's index of the element.
    case element(Int)
    /// Items that are masked together, and the caller's indices of the passes that erase from them.
    case group([Item], erasers: [Int])
  }

  struct Item: Sendable {
    var content: Content
    /// In pixels.
    var bounds: Rect
    /// Whether its color is mixed with that of the ink below.
    var mixesColors: Bool
    /// How deep groups are nested in the item; 0 for an element.
    var depth: Int
  }

  /// The items of each layer; layers and items are ordered from the lowest to the highest.
  private(set) var layers: [[Item]] = [[]]
  /// The indices of layers that hold one detached element.
  private var detached: Set<Int> = []

  /// The deepest nesting of groups, which SVG programs limit. At that depth an eraser becomes part of the masks of all
  /// the groups that it touches, which lets a little more ink through where edges of these groups meet under the
  /// eraser's edge.
  private static let deepest = 40

  /// Adds an element on top.
  /// - Parameter bounds: In pixels.
  mutating func add(element: Int, bounds: Rect, mixesColors: Bool) {
    let item = Item(content: .element(element), bounds: bounds, mixesColors: mixesColors, depth: 0)
    if detached.contains(layers.count - 1) { layers.append([]) }
    layers[layers.count - 1].append(item)
  }

  /// Adds an element on top that only the given passes erase.
  mutating func add(detached element: Int, bounds: Rect, passes: [Int]) {
    var item = Item(content: .element(element), bounds: bounds, mixesColors: false, depth: 0)
    if !passes.isEmpty { item.content = .group([item], erasers: passes) }
    detached.insert(layers.count)
    layers.append([item])
  }

  /// Erases from all elements added so far, except detached ones.
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
      items += SVGLayers.erasedSeparately(members, pass)
    } else {
      items.append(SVGLayers.group(members, pass))
    }
  }

  /// Extends the hit items until they include every item that must stay above a hit item, and every item with which a
  /// hit item is mixed.
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
      var mixed = Rect.empty
      for i in items.indices.reversed() {
        if !isHit[i], !mixed.isEmpty, mixed.intersects(items[i].bounds) {
          isHit[i] = true
          grows = true
        }
        if isHit[i], items[i].mixesColors { mixed.formUnion(items[i].bounds) }
      }
    }
  }

  private static func group(_ members: [Item], _ pass: Int) -> Item {
    Item(
      content: .group(members, erasers: [pass]), bounds: members.reduce(.empty) { $0.union($1.bounds) },
      mixesColors: false, depth: (members.map { $0.depth }.max() ?? 0) + 1)
  }

  /// Adds the pass to the mask of every group, and makes groups of the elements between them.
  private static func erasedSeparately(_ members: [Item], _ pass: Int) -> [Item] {
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
