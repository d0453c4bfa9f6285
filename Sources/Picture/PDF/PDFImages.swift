import Compare
internal import Files
internal import Raster

/// The images of a document. Each is written once.
struct PDFImages {
  /// By the hash of their pixels.
  private var objects: [String: PDFFile.Reference] = [:]

  /// The object of an image, which is written unless it was before.
  mutating func object(_ source: ImageSource, in file: inout PDFFile) throws(FileError) -> PDFFile.Reference {
    var hasher = SHA256()
    let (size, pixels) = ([UInt32(source.width), UInt32(source.height)], source.pixels)
    hasher.update(littleEndian: size.span)
    hasher.update(littleEndian: pixels.span)
    let hash = hasher.finalized()
    if let known = objects[hash] { return known }
    let object = try write(source, &file)
    objects[hash] = object
    return object
  }

  /// Writes an image, its alpha as a soft mask.
  private func write(_ source: ImageSource, _ file: inout PDFFile) throws(FileError) -> PDFFile.Reference {
    let head =
      "/Type/XObject/Subtype/Image/Width \(source.width)/Height \(source.height)/BitsPerComponent 8/Interpolate true"
    var (colors, alphas): ([UInt8], [UInt8]) = ([], [])
    colors.reserveCapacity(source.pixels.count * (source.isGray ? 1 : 3))
    alphas.reserveCapacity(source.pixels.count)
    for word in source.pixels {
      let pixel = Pixel(word: word)
      colors.append(pixel.red)
      if !source.isGray {
        colors.append(pixel.green)
        colors.append(pixel.blue)
      }
      alphas.append(pixel.alpha)
    }
    var mask = ""
    if !source.isOpaque { mask = "/SMask \(try file.add("\(head)/ColorSpace/DeviceGray", alphas).text)" }
    return try file.add("\(head)/ColorSpace/\(source.isGray ? "DeviceGray" : "DeviceRGB")\(mask)", colors)
  }
}
