import Geometry
import Raster
import Rendering
import TouchLog

/// The figures of a page, from below.
package struct FigurePage: Sendable {
  package indirect enum Item: Sendable {
    case figures([Figure])
    /// Items that people show and hide together.
    case layer(String, [Item])
    /// Items from which areas are erased.
    case masked([Item], ErasingMask)
  }

  /// Keeps what is in its box and in none of its areas.
  package struct ErasingMask: Sendable {
    /// In pixels.
    package var box: PixelRect
    package var areas: [FigureArea]
    /// How what is left blends with what lies below.
    package var blend: BlendMode
  }

  /// In pixels.
  package var width: Int
  package var height: Int
  package var background = Pixel(word: 0)
  /// The lines of the paper, or a picture.
  package var paper: [Figure] = []
  /// Whether ink blends with the ink below alone, not with the background.
  package var isIsolated = false
  package var items: [Item] = []

  /// An empty page.
  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// The units of a document in a pixel.
  package static let unitsPerPixel = SVGPathData.unitsPerPixel
}

extension SVGDocument {
  /// What the document shows.
  var page: FigurePage {
    var page = FigurePage(width: layout.width, height: layout.height)
    page.background = layout.background
    if let paper = layout.paper {
      page.paper = paperLines(paper).compactMap { $0.map { .shape($0) } }
    } else if let image = backdropImage {
      page.paper = [.image(image)]
    }
    page.isIsolated = isIsolated
    page.items = items(layers.layers.joined())
    return page
  }

  private func items(_ items: some Sequence<SVGLayers.Item>) -> [FigurePage.Item] {
    runs(of: items).flatMap { run in
      let items = run.items.map(figures)
      return run.layer.isEmpty ? items : [.layer(run.layer, items)]
    }
  }

  private func figures(_ item: SVGLayers.Item) -> FigurePage.Item {
    switch item.content {
    case .element(let element): return .figures(elements[element].figures)
    case .group(let members, let erasers):
      let areas = erasers.compactMap { passes[$0].erasedArea }.filter { $0.alpha > 0 }
        .map { FigureArea($0.outline, .black, alpha: $0.alpha) }
      let mask = FigurePage.ErasingMask(
        box: layout.area.covering(item.bounds), areas: areas, blend: blend(of: members))
      return .masked(items(members), mask)
    }
  }
}
