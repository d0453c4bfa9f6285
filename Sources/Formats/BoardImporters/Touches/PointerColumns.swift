import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// The properties of PointerEvents, an array each.
  package static let pointerColumns = LogFormat(
    "pointer-columns", "PointerEvents of a web page, an array for each property"
  ) { glimpse in
    guard let json = glimpse.json, let first = json.keys.first, json[first]?[0]?.isNumber == true else { return false }
    if PointerSlot.positions.contains(where: { json[$0.0]?.isArray == true && json[$0.1]?.isArray == true }) {
      return true
    }
    // The first arrays may be longer than the bytes that are known.
    return glimpse.bytes.count >= Glimpse.length
      && json.keys.allSatisfy { PointerSlot.columns.contains($0) && json[$0]?.isArray == true }
  } open: { input, name, options throws(LogReadError) in
    let bytes = JSONDocument.withoutMark(try input.readAll(name: name, options: options))
    let columns: PointerColumns
    do throws(Fault) {
      columns = try PointerColumns(bytes.span, limit: options.memoryLimit)
    } catch {
      throw .malformed(LogError(location: LogLocation(of: error.offset, in: bytes, file: name), reason: error.reason))
    }
    return StrokeReader(try columns.ink(name: name, options: options), name: name)
  }
}

extension PointerSlot {
  /// Keys whose arrays show that a file has columns.
  fileprivate static let columns =
    positions.flatMap { [$0.0, $0.1] } + times
    + ["pressure", "button", "buttons", "twist", "tiltX", "tiltY", "tangentialPressure", "width", "height"]
}

/// The properties of PointerEvents, an array each.
private struct PointerColumns {
  private var position = 0
  private var timeKey: Int?
  private var x: [Double] = []
  private var y: [Double] = []
  private var times: [Double] = []
  private var pressures: [Double] = []
  private var buttons: [Double]?
  private var tiltX: [Double] = []
  private var tiltY: [Double] = []
  private var altitudes: [Double] = []
  private var azimuths: [Double] = []
  private var twists: [Double] = []
  private var tangentialPressures: [Double] = []
  private var widths: [Double] = []
  private var heights: [Double] = []
  private var pointer: TouchEvent.Pointer?

  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limit: The most memory for the numbers, in bytes.
  init(_ bytes: Span<UInt8>, limit: Int) throws(Fault) {
    var fields = ObjectFields(PointerSlot.keys, spansLines: true)
    let json = JSONScanner(spansLines: true)
    var offset = 0
    do throws(JSONFault) {
      _ = json.skipSpace(bytes, &offset)
      offset = try fields.scan(bytes, from: offset)
      _ = json.skipSpace(bytes, &offset)
    } catch {
      throw Fault(error)
    }
    if offset < bytes.count { throw Fault(json.unexpected(bytes, at: offset, .endOfFile)) }

    let isPresent = { (slot: UInt8) in fields[slot]?.kind == .array }
    guard
      let position = PointerSlot.positions.indices.first(where: { index in
        let slot = PointerSlot.position + UInt8(index * 2)
        return isPresent(slot) && isPresent(slot + 1)
      })
    else { throw Fault(.missingKey("an array \"y\"", of: "x"), at: fields.start) }
    self.position = position
    timeKey = PointerSlot.times.indices.first { isPresent(PointerSlot.time + UInt8($0)) }
    var memory = 0
    func column(_ slot: UInt8) throws(Fault) -> [Double] {
      try Self.column(fields, slot, in: bytes, memory: &memory, limit: limit)
    }
    x = try column(PointerSlot.position + UInt8(position * 2))
    y = try column(PointerSlot.position + UInt8(position * 2 + 1))
    if let timeKey { times = try column(PointerSlot.time + UInt8(timeKey)) }
    pressures = try column(PointerSlot.pressure)
    if isPresent(PointerSlot.buttons) { buttons = try column(PointerSlot.buttons) }
    tiltX = try column(PointerSlot.tiltX)
    tiltY = try column(PointerSlot.tiltY)
    altitudes = try column(PointerSlot.altitude)
    azimuths = try column(PointerSlot.azimuth)
    twists = try column(PointerSlot.twist)
    // Values of these keys that are no arrays may be the page's own.
    if isPresent(PointerSlot.tangentialPressure) { tangentialPressures = try column(PointerSlot.tangentialPressure) }
    if isPresent(PointerSlot.width), isPresent(PointerSlot.height) {
      (widths, heights) = (try column(PointerSlot.width), try column(PointerSlot.height))
    }
    if let token = fields[PointerSlot.pointerType], token.kind == .string {
      pointer = PointerEventDecoder.pointer(token, in: bytes)
    }
  }

  /// The numbers of an array, NaN for null; none if the slot has no array.
  private static func column(
    _ fields: ObjectFields, _ slot: UInt8, in bytes: Span<UInt8>, memory: inout Int, limit: Int
  ) throws(Fault) -> [Double] {
    guard let array = fields.value(slot) else { return [] }
    let name = fields.name(of: array)
    guard array.kind == .array else { throw array.wrongType(.array, key: name) }
    let count = Int(truncatingIfNeeded: array.word)
    memory += count * MemoryLayout<Double>.stride
    if memory > limit { throw Fault(.tooMuchMemory("the ink", limit: limit), at: array.start) }
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    var json = JSONScanner(spansLines: true)
    var offset = array.start
    for _ in 0..<count {
      offset += 1
      _ = json.skipSpace(bytes, &offset)
      let token: JSONToken
      do throws(JSONFault) {
        token = try json.scanValue(bytes, at: offset, depth: 2)
      } catch {
        throw Fault(error)
      }
      switch token.kind {
      case .number: numbers.append(token.double(in: bytes) ?? .nan)
      case .null: numbers.append(.nan)
      default: throw token.wrongType(.number, key: name)
      }
      offset = token.end
      _ = json.skipSpace(bytes, &offset)
    }
    return numbers
  }
}

extension PointerColumns {
  /// The strokes: the runs of events with a button.
  func ink(name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    var ink = ImportedInk(report, name: name, options: options)
    let count = min(x.count, y.count)
    let longest = [x, y, times, pressures, buttons ?? []].map(\.count).max() ?? 0
    ink.report.omit("values in columns that are longer than others", count: longest - count, .damage)
    let isTilted = (0..<count).contains { isDown($0) && hasTilt($0) }
    if !isTilted, !tiltX.isEmpty || !tiltY.isEmpty || !altitudes.isEmpty {
      ink.report.assume(ImportRules.noTiltSensor)
    }
    let hasEraser = (0..<count).contains { isDown($0) && isEraser($0) }
    let origin = (0..<count).lazy.filter(isDown).compactMap { value(times, $0) }.first ?? 0
    var tilt = PenTilt()
    var stroke = ImportedStroke()
    var hovering = 0
    for index in 0..<count {
      if index > 0, isDown(index - 1), !isDown(index) || isEraser(index - 1) != isEraser(index) {
        try ink.append(stroke)
        stroke.points.removeAll()
      }
      guard isDown(index) else {
        hovering += 1
        continue
      }
      stroke.pointer = isEraser(index) ? .eraser : pointer
      stroke.tool = hasEraser ? ToolChange(name: isEraser(index) ? "eraser" : "pen") : nil
      var point = ImportedPoint(x[index], y[index])
      point.pressure = value(pressures, index).map { min(max($0, 0), 1) }
      point.time = value(times, index).map { ($0 - origin) / 1000 }
      if isTilted {
        if let altitude = value(altitudes, index) {
          (point.altitude, point.azimuth) = (altitude, value(azimuths, index))
        } else {
          let angles = tilt.angles(x: value(tiltX, index) ?? 0, y: value(tiltY, index) ?? 0)
          (point.altitude, point.azimuth) = (angles.altitude, angles.azimuth)
        }
      }
      // Pens that do not measure it report 0.
      point.twist = value(twists, index).flatMap { $0 == 0 ? nil : $0 }
      point.details.setTangentialPressure(ofPointer: value(tangentialPressures, index) ?? 0)
      point.details.setContact(ofPointer: value(widths, index) ?? .nan, value(heights, index) ?? .nan)
      stroke.points.append(point)
    }
    if !stroke.points.isEmpty { try ink.append(stroke) }
    ink.report.omit("hovering events", count: hovering, .unseen)
    return ink
  }

  private var report: ImportReport {
    let keys = PointerSlot.positions[position]
    var report = ImportReport(
      format: "PointerEvents in columns", ink: "points with a button or with pressure",
      unit: "CSS pixels, \(keys.0) and \(keys.1)")
    report.timeBase = timeKey.map { "milliseconds, \(PointerSlot.times[$0])" }
    if buttons == nil {
      report.assume(pressures.isEmpty ? "all points are one stroke" : "the pen is down where the pressure is above 0")
    }
    return report
  }

  private func isDown(_ index: Int) -> Bool {
    if let buttons { return value(buttons, index) ?? 0 >= 1 }
    return pressures.isEmpty || value(pressures, index) ?? 0 > 0
  }

  private func isEraser(_ index: Int) -> Bool {
    guard let buttons, let value = value(buttons, index), let bits = Int(exactly: value) else { return false }
    return bits & 32 != 0
  }

  private func hasTilt(_ index: Int) -> Bool {
    value(altitudes, index).map { $0 != .pi / 2 } == true || value(tiltX, index) ?? 0 != 0
      || value(tiltY, index) ?? 0 != 0
  }

  private func value(_ column: [Double], _ index: Int) -> Double? {
    index < column.count && !column[index].isNaN ? column[index] : nil
  }
}
