import Importers
import TestSupport
import Testing
import TouchLog

/// Files that state more than any program writes, so that reading them would take time in proportion to its square.
struct LimitTests {
  private func reason(_ text: String, options: ImportOptions = ImportOptions()) -> LogError.Reason? {
    do {
      _ = try imported(text, options: options)
      return nil
    } catch LogReadError.malformed(let error) {
      return error.reason
    } catch {
      return nil
    }
  }

  private func inkML(channels: Int) -> String {
    let names = (0..<channels).map {
      "<channel name=\"\(["X", "Y"].indices.contains($0) ? ["X", "Y"][$0] : "C\($0)")\"/>"
    }
    return "<ink><traceFormat>\(names.joined())</traceFormat><trace>1 2, 3 4</trace></ink>"
  }

  @Test func `a format of InkML has at most 64 channels`() {
    #expect(reason(inkML(channels: 64)) == nil)
    #expect(reason(inkML(channels: 65)) == .unexpected("more channels", expected: "at most 64"))
  }

  private func unipen(columns: Int) -> String {
    ".VERSION 1.0\n.COORD X Y \((2..<columns).map { "C\($0)" }.joined(separator: " "))\n.PEN_DOWN\n.PEN_UP\n"
  }

  @Test func `a line of UNIPEN has at most 64 columns`() {
    #expect(reason(unipen(columns: 64)) == nil)
    #expect(reason(unipen(columns: 65)) == .unexpected("more columns", expected: "at most 64 columns"))
  }

  @Test func `a file that is read as a whole takes an eighth of the memory`() {
    var options = ImportOptions()
    let text = "<ink><trace>1 2, 3 4</trace></ink>"
    options.memoryLimit = 8 * text.utf8.count
    #expect(reason(text, options: options) == nil)
    options.memoryLimit -= 1
    #expect(reason(text, options: options) == .tooMuchMemory("the file", limit: options.memoryLimit))
  }
}
