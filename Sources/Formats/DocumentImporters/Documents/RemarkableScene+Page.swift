import Geometry
import TouchLog

/// The order and the positions of the strokes.
extension RemarkableScene {
  /// The strokes of the visible layers from bottom to top.
  func page(_ report: inout ImportReport) -> RemarkablePage {
    var page = RemarkablePage()
    page.size = paperSize ?? page.size
    // The x axis begins in the middle of the page.
    var visit = Visit(page: page, center: page.size.width / 2)
    visit.walk(self, &report)
    visit.page.texts = text?.texts(center: visit.center) ?? []
    report.omit("strokes of deleted layers", count: visit.missedStrokes(in: self), .unseen)
    return visit.page
  }

  /// The y coordinate of a group's origin, in the tablet's pixels.
  fileprivate func y(of group: Group, _ report: inout ImportReport) -> Double {
    guard let anchor = group.anchor else { return 0 }
    let y: Double?
    switch (anchor.author, anchor.counter) {
    case (0, 0xFFFF_FFFF_FFFE): y = text?.top ?? RemarkableText.usualTop
    case (0, 0xFFFF_FFFF_FFFF): y = text?.bottom ?? RemarkableText.usualTop
    default: y = text?.y(of: anchor)
    }
    if let y, y.isFinite {
      report.assume("strokes beside typed text are about where the text puts them: its lines are not measured")
      return y
    }
    report.assume("strokes beside missing text begin at the top")
    return 0
  }
}

/// A walk through the tree of groups. It does not recurse, so a deep tree needs no more of the call stack.
private struct Visit {
  private struct Step {
    var items: ArraySlice<RemarkableItem<RemarkableScene.Content>>
    var x: Double
    var y: Double
    var isVisible: Bool
    /// The label of the group in the root.
    var layer: String
  }

  var page: RemarkablePage
  let center: Double
  private var visited: Set<RemarkableID> = []

  init(page: RemarkablePage, center: Double) {
    self.page = page
    self.center = center
  }

  mutating func walk(_ scene: RemarkableScene, _ report: inout ImportReport) {
    var steps = [Step(items: [], x: center, y: 0, isVisible: true, layer: "")]
    enter(.root, scene, &steps, &report)
    while var step = steps.popLast() {
      guard let item = step.items.popFirst() else { continue }
      steps.append(step)
      switch item.value {
      case .group(let id): enter(id, scene, &steps, &report)
      case .stroke(let stroke):
        if step.isVisible {
          page.strokes.append(RemarkablePage.Placed(stroke: stroke, x: step.x, y: step.y, layer: step.layer))
        } else {
          report.omit("strokes of hidden layers", .unseen)
        }
      case .highlight(var highlight):
        guard step.isVisible else {
          report.omit("highlighted passages of hidden layers", .unseen)
          continue
        }
        highlight.boxes = highlight.boxes.map { box in
          Rect(minX: box.minX + step.x, minY: box.minY + step.y, maxX: box.maxX + step.x, maxY: box.maxY + step.y)
        }
        page.highlights.append(highlight)
      case nil: break
      }
    }
  }

  /// Begins with a group's items, unless the group has been visited.
  private mutating func enter(
    _ id: RemarkableID, _ scene: RemarkableScene, _ steps: inout [Step], _ report: inout ImportReport
  ) {
    guard let group = scene.groups[id], visited.insert(id).inserted, let outer = steps.last else { return }
    // Where a layer begins, the steps are the start and the root.
    steps.append(
      Step(
        items: remarkableOrder(group.items)[...], x: outer.x + group.x, y: outer.y + scene.y(of: group, &report),
        isVisible: outer.isVisible && group.isVisible, layer: steps.count == 2 ? group.label : outer.layer))
  }

  /// The number of strokes in groups that no visible or hidden group contains.
  func missedStrokes(in scene: RemarkableScene) -> Int {
    var count = 0
    for (id, group) in scene.groups where !visited.contains(id) {
      for item in group.items { if case .stroke = item.value { count += 1 } }
    }
    return count
  }
}
