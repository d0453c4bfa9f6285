import Testing

@testable import Fonts

@Suite("A font of outlines")
struct OutlineFontTests {
}
