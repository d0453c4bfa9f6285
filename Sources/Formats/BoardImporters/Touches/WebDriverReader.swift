import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// The actions of a pointer that WebDriver performs.
  package static let webdriver = LogFormat("webdriver", "pointer actions of WebDriver") { glimpse in
    guard let json = glimpse.json, json.isObject else { return false }
    let actions = json["actions"] ?? json["params"]?["actions"]
    return actions?.elements.contains { source in
      ["pointer", "key", "wheel", "none"].contains(source["type"]?.text) && source["actions"]?.isArray != false
    } == true
  } open: { input, name, options throws(LogReadError) in
    let text = JSONDocument.withoutMark(try input.readAll(name: name, options: options))
    do throws(Fault) {
      return TouchReader(try WebDriverSource(text), name: name, options: options)
    } catch {
      throw .malformed(LogError(location: LogLocation(of: error.offset, in: text, file: name), reason: error.reason))
    }
  }
}

/// The touches that actions make. The text stays in memory, but few of the touches.
private struct WebDriverSource: TouchSource {
  /// The number of touches to give at a time.
  private static let batch = 1024

  private var performer: WebDriverPerformer
  /// The touches of the last tick, and how many of them have been given.
  private var tick: [ImportedTouch] = []
  private var given = 0
  let report: ImportReport
  private let hasTimes: Bool

  /// Performs all actions once, for their errors.
  init(_ text: [UInt8]) throws(Fault) {
    performer = try WebDriverPerformer(text)
    var first = performer
    while try first.performTick(&tick) {}
    hasTimes = first.clock > 0
    var report = first.report
    report.timeBase = hasTimes ? "milliseconds, duration, per action" : ImportRules.noTimes
    self.report = report
  }

  var header: LogHeader { LogHeader() }

  mutating func read(into touches: inout [ImportedTouch]) {
    let first = touches.count
    while touches.count < first + Self.batch {
      if given == tick.count {
        given = 0
        // No tick can fail after the first time.
        guard (try? performer.performTick(&tick)) == true else { break }
      }
      let next = tick[given...].prefix(first + Self.batch - touches.count)
      touches += next
      given += next.count
    }
    if !hasTimes { for index in first..<touches.count { touches[index].event.time = nil } }
  }
}
