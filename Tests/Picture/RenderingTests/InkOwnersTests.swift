import Geometry
import PNG
import Ink
import Raster
import TestSupport
import Rendering
import Testing
import TouchLog

/// The owners of pixels, compared with the elements that the drawing finds at their positions.
@Suite struct InkOwnersTests {
  private static let scale = 1.5
  private static let layout = CanvasLayout(
    width: 150, height: 150, transform: Transform(scale: scale), background: .white)

  private func owner(_ x: Int, _ y: Int, _ drawings: [Drawing]) -> OwnerShare? {
    let owners = drawings.map { InkOwners(of: $0, layout: Self.layout) }
    let shares = InkOwners.shares(of: [PixelRun(row: y, columns: x..<x + 1)], in: owners)
    return shares.count == 1 && shares[0].count == 1 ? shares[0] : nil
  }

  @Test(arguments: rounds(6)) func `owners are the same on any number of threads, and all together`(
    seed: UInt64
  ) throws {
    let drawings = try [seed, seed + 100].map { seed in
      InkOwners(of: try Drawing(RandomLog(seed: seed, strokes: 8).events), layout: Self.layout)
    }
    let runs = (0..<150).map { PixelRun(row: $0, columns: $0 % 7..<150 - $0 % 5) }
    let shares = InkOwners.shares(of: runs, in: drawings)
    #expect(shares.reduce(0) { $0 + $1.count } == runs.reduce(0) { $0 + $1.columns.count })
    #expect(Set(InkOwners.shares(of: runs, in: drawings, threads: 3)) == Set(shares))
    var counts: [String?: Int] = [:]
    func id(_ share: OwnerShare) -> String? {
      share.owner.map { drawings[$0.drawing].drawing.elements[$0.element].id }
    }
    for run in runs.prefix(40) {
      for x in run.columns {
        let share = InkOwners.shares(of: [PixelRun(row: run.row, columns: x..<x + 1)], in: drawings)
        counts[id(share[0]), default: 0] += 1
      }
    }
    for share in InkOwners.shares(of: Array(runs.prefix(40)), in: drawings) {
      #expect(counts[id(share)] == share.count)
    }
  }

  @Test(arguments: rounds(10)) func `the owner of a pixel is the topmost element at its position`(
    seed: UInt64
  ) throws {
    var drawing = Drawing()
    for event in RandomLog(seed: seed, strokes: 5).events {
      // The drawing does not find erasers.
      if case .tool(let change) = event, change.name == "eraser" { continue }
      try drawing.apply(event)
    }
    _ = drawing.finish()
    var random = SeededRandom(seed: seed)
    var (owned, free) = (0, 0)
    for _ in 0..<150 {
      let (x, y) = (Int.random(in: 0..<150, using: &random), Int.random(in: 0..<150, using: &random))
      let position = Point((Double(x) + 0.5) / Self.scale, (Double(y) + 0.5) / Self.scale)
      let top = drawing.elements(at: position).first
      // An element may cover a part of a pixel on its edge.
      guard drawing.elements(at: position, within: 1.5).first == top else { continue }
      #expect(owner(x, y, [drawing])?.owner?.element == top, "\(x),\(y)")
      if top == nil { free += 1 } else { owned += 1 }
    }
    #expect(owned + free > 50)
  }

  @Test func `an eraser owns the pixels that it removes, and in two drawings the upper element owns a pixel`() throws {
    func line(_ touch: Int, _ y: Double) -> [LogEvent] {
      (0...4).map { (index: Int) -> LogEvent in
        let phase: TouchEvent.Phase = index == 0 ? .began : index == 4 ? .ended : .moved
        let (point, time) = (Point(10 + 20 * Double(index), y), Double(index))
        return .touch(TouchEvent(phase: phase, touch: .number(touch), point: point, time: time))
      }
    }
    let pen = LogEvent.tool(ToolChange(name: "pen", width: 8))
    let eraser = LogEvent.tool(ToolChange(name: "eraser", width: 8))
    let inked = try Drawing([pen] + line(1, 40))
    let erased = try Drawing([pen] + line(1, 40) + [eraser] + line(2, 40))
    func indices(of share: OwnerShare?) -> [Int?] { [share?.owner?.drawing, share?.owner?.element.rawValue] }
    let (x, y) = (75, 60)
    #expect(indices(of: owner(x, y, [inked])) == [0, 0])
    #expect(indices(of: owner(x, y, [erased])) == [0, 1])
    #expect(indices(of: owner(x, y, [inked, erased])) == [1, 1])
    let beside = try #require(owner(75, 100, [inked, erased]))
    #expect(beside.owner == nil && beside.count == 1)
  }
}
