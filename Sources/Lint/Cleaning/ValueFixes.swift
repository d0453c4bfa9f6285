import TouchLog

/// Fixes of repeated events, and of times, pressures and tools.
extension [LogLine] {
  /// Without events that equal the last one of their touch.
  var withoutRepetitions: [LogLine] {
    var repeated: Set<Int> = []
    forEachTurn { index, turn in
      if turn.role == .repeats { repeated.insert(index) }
    }
    return removing(repeated)
  }

  /// With the first and the last event of each burst of equal points only.
  var withoutBursts: [LogLine] {
    var runs: [TouchID: (run: EqualRun, events: [Int])] = [:]
    var inner: Set<Int> = []
    func settle(_ touch: TouchID) {
      guard let (run, events) = runs.removeValue(forKey: touch), run.isBurst else { return }
      inner.formUnion(events.dropLast())
    }
    forEachTurn { index, turn in
      if turn.isStart {
        settle(turn.touch)
      } else if turn.isSuccessor, let previous = turn.previous {
        var run = runs[turn.touch]?.run ?? EqualRun()
        if run.add(turn.event, after: previous) {
          runs[turn.touch, default: (run, [])].run = run
          runs[turn.touch]?.events.append(index)
        } else {
          settle(turn.touch)
        }
      }
    }
    for touch in Array<TouchID>(runs.keys) { settle(touch) }
    return removing(inner)
  }

  /// With the times at which drawing takes events whose time runs backward.
  var withTimesInOrder: [LogLine] {
    var lines = self
    var clocks: [TouchID: TouchClock] = [:]
    forEachTurn { index, turn in
      if turn.isStart {
        clocks[turn.touch] = TouchClock(turn.event.time)
      } else if turn.isSuccessor, let back = clocks[turn.touch]?.advance(to: turn.event.time) {
        lines.changeTouch(at: index) { $0.time = back.time }
      }
    }
    return lines
  }

  /// With times in seconds, if they are in milliseconds.
  var withTimesInSeconds: [LogLine] {
    var unit = TimeUnit()
    forEachTurn { _, turn in unit.add(turn) }
    guard unit.isMilliseconds else { return self }
    return map { line in
      var line = line
      switch line.event {
      case .touch(var touch):
        touch.time = touch.time.map { $0 / 1000 }
        line.event = .touch(touch)
      case .revision(var revision):
        revision.time = revision.time.map { $0 / 1000 }
        line.event = .revision(revision)
      case .header, .tool, .command: break
      }
      return line
    }
  }

  /// Without the pressure of pointers that report only one.
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
    var lines = self
    for index in lines.indices {
      if case .tool(let tool) = lines[index].event { sensors.add(tool) }
      lines.changeTouch(at: index) { touch in
        if !sensors.statesWidths, sensors.constant(of: touch.pointer) != nil { touch.pressure = nil }
      }
    }
    return lines
  }

  /// Without tool lines that others replace before a stroke.
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
