import TouchLog

/// Fixes of repeated events, and of times, pressures and tools.
extension [LogLine] {
  /// Removes events that equal the last one of their touch.
  var withoutRepetitions: [LogLine] {
    var repeated: Set<Int> = []
    forEachTurn { index, turn in
      if turn.role == .repeats { repeated.insert(index) }
    }
    return removing(repeated)
  }

  /// Keeps only the first and the last event of each burst of equal points.
  var withoutBursts: [LogLine] {
    var runs = TouchTable<(run: EqualRun, events: [Int])>()
    var inner: Set<Int> = []
    func settle(_ touch: TouchID) {
      guard let (run, events) = runs.removeValue(forKey: touch), run.isBurst else { return }
      inner.formUnion(events.dropLast())
    }
    forEachTurn { index, turn in
      if turn.isStart {
        settle(turn.touch)
      } else if turn.isSuccessor {
        var run = runs[turn.touch]?.run ?? EqualRun()
        if run.add(turn) {
          runs[turn.touch, default: (run, [])].run = run
          runs[turn.touch]?.events.append(index)
        } else {
          settle(turn.touch)
        }
      }
    }
    for touch in runs.keys { settle(touch) }
    return removing(inner)
  }

  /// Replaces times that run backward by those that drawing uses.
  var withTimesInOrder: [LogLine] {
    var lines = self
    var clocks = TouchTable<TouchClock>()
    forEachTurn { index, turn in
      if turn.isStart {
        clocks[turn.touch] = TouchClock(turn.event.time)
      } else if turn.isSuccessor, let back = clocks[turn.touch]?.advance(to: turn.event.time) {
        lines.changeTouch(at: index) { $0.time = back.time }
      }
    }
    return lines
  }

  /// Converts times in a smaller unit to seconds.
  var withTimesInSeconds: [LogLine] {
    var unit = TimeUnit()
    forEachTurn { _, turn in
      if turn.isStart || turn.isSuccessor { unit.add(turn.event) }
    }
    guard let divisor = unit.found?.perSecond else { return self }
    return changingValues {
      $0.time = $0.time.map { $0 / divisor }
    } _: {
      $0.time = $0.time.map { $0 / divisor }
    }.map { line in
      guard case .command(let command, let time?) = line.event else { return line }
      var line = line
      line.event = .command(command, at: time / divisor)
      return line
    }
  }

  /// Converts pressures to 0...1, if they show the range of the sensor.
  var withPressuresOfOne: [LogLine] {
    var range = PressureRange()
    forEachTurn { _, turn in
      range.add(turn)
    } other: { _, event in
      if case .revision(let revision) = event { range.add(revision) }
    }
    guard let full = range.sensor else { return self }
    return changingValues {
      $0.pressure = $0.pressure.map { $0 / full }
    } _: {
      $0.pressure = $0.pressure.map { $0 / full }
    }
  }

  /// Removes pressures of 0 that no sensor measured at the beginning and the end of touches.
  var withoutEdgePressures: [LogLine] {
    var edges = EdgePressures<Int>()
    var lines = self
    forEachTurn { index, turn in
      for edge in edges.add(turn, index) { lines.changeTouch(at: edge.place) { $0.pressure = edge.pressure } }
    } other: { _, event in
      if case .tool(let tool) = event { edges.add(tool) }
    }
    return lines
  }

  /// Removes events at the origin from strokes elsewhere.
  var withoutZeroPoints: [LogLine] {
    var zeros = ZeroPoints<Int>()
    var wrong: Set<Int> = []
    forEachTurn { index, turn in
      if turn.isStart || turn.isSuccessor { wrong.formUnion(zeros.add(turn, index).wrong) }
    }
    return removing(wrong)
  }

  /// Adds the size that the header states under other keys.
  var withKnownSize: [LogLine] {
    var check = CanvasCheck(expectsSize: true)
    var findings = FindingList(disabled: [])
    let place = LogLocation(file: "", line: 1, column: 1)
    if let first, case .header(let header) = first.event { check.read(header, ownMembers: first.ownMembers) }
    forEachTurn { _, turn in
      check.add(turn, &findings) { place }
    } other: { _, event in
      check.add(event, &findings) { place }
    }
    guard let size = check.knownSize, case .header(var header)? = first?.event else { return self }
    header.size = size
    var lines = self
    lines[0].event = .header(header)
    return lines
  }

  /// Removes the pressure of pointers that report only one value.
  var withoutConstantPressure: [LogLine] {
    var sensors = PressureSensors()
    forEachTurn { _, turn in
      if turn.role != .repeats { _ = sensors.add(turn.event) }
    } other: { _, event in
      switch event {
      case .revision(let revision): sensors.add(revision)
      case .tool(let tool): sensors.add(tool)
      default: break
      }
    }
    guard sensors.hasConstant else { return self }
    var lines = self
    for index in lines.indices {
      if case .tool(let tool) = lines[index].event { sensors.add(tool) }
      lines.changeTouch(at: index) { touch in
        if !sensors.statesWidths, sensors.constant(of: touch.pointer) != nil { touch.pressure = nil }
      }
    }
    return lines
  }

  /// Removes tool lines that others replace before a stroke.
  var withoutIdleTools: [LogLine] {
    var tools = ToolUse<Int>()
    var idle: Set<Int> = []
    forEachTurn { _, turn in
      if turn.isStart { tools.use() }
    } other: { index, event in
      if case .tool(let change) = event { idle.formUnion(tools.set(change, index)) }
      if event.usesTool { tools.use() }
    }
    return removing(idle)
  }
}
