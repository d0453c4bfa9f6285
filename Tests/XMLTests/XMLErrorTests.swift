import Testing
import XML

struct XMLErrorTests {
  @Test func `errors with different limits differ`() {
    #expect(XMLError.nestedTooDeep(limit: 1) != .nestedTooDeep(limit: 2))
  }
}
