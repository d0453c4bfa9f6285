import Exporters
import Testing

struct LossesTests {
  @Test func `equal losses are counted together, and nothing is not counted`() {
    var losses = Losses()
    losses.lose("texts", count: 2)
    losses.lose("images", count: 0)
    losses.lose("texts", count: 1)
    #expect(losses.description == "texts: 3")
  }
}
