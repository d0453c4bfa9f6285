import Foundation
import PNG
import Raster
import TestSupport
import Testing

@testable import JPEG

/// Compares pixels with those of Pillow, which has libjpeg-turbo; the PyPI package of the Python in DOODLE_PYTHON.
@Suite struct PillowTests {
  /// A Python with Pillow; without one, this test is skipped.
  static let python: URL? = {
    let named = ProcessInfo.processInfo.environment["DOODLE_PYTHON"].map { URL(fileURLWithPath: $0) }
    guard let python = named ?? ExternalProgram.python else { return nil }
    let check = "from PIL import features; assert features.check('libjpeg_turbo')"
    return (try? ExternalProgram.run(python, ["-c", check]))?.code == 0 ? python : nil
  }()

  /// Adds files to a folder, and writes the size and the pixels of each file of the folder beside it.
  private static let script = """
    import glob, io, random, struct, sys
    from PIL import Image, ImageFile, ImageOps
    ImageFile.MAXBLOCK = 1 << 24
    folder, count = sys.argv[1], 0
    def picture(size, kind):
        noise = Image.frombytes('RGB', size, random.Random(7).randbytes(3 * size[0] * size[1]))
        ramp = Image.linear_gradient('L').resize(size)
        ramps = Image.merge('RGB', (ramp, ramp.rotate(90).resize(size), Image.radial_gradient('L').resize(size)))
        return [noise, ramps, Image.blend(noise, ramps, 0.8)][kind]
    def save(image, **options):
        global count
        image.save('%s/pillow-%04d.jpg' % (folder, count), 'JPEG', **options)
        count += 1
    sizes = [(1, 1), (1, 2), (2, 1), (2, 3), (3, 2), (4, 4), (5, 9), (7, 9), (8, 8), (16, 16), (17, 33), (33, 17)]
    for size in sizes + [(640, 480)]:
        for kind in range(3):
            image = picture(size, kind)
            for subsampling in range(3):
                for options in [dict(quality=1), dict(quality=30, progressive=True), dict(quality=75, optimize=True),
                                dict(quality=90, restart_marker_blocks=2), dict(quality=95, progressive=True),
                                dict(quality=100), dict(quality=50, progressive=True, restart_marker_rows=1)]:
                    save(image, subsampling=subsampling, **options)
            for progressive in [False, True]:
                save(image, quality=90, keep_rgb=True, progressive=progressive)
                save(image.convert('L'), quality=60, progressive=progressive)
                save(image.convert('CMYK'), quality=85, progressive=progressive)
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        for size in [(1, 1), (17, 33), (40, 24)]:
            save(picture(size, 2), quality=90, exif=exif)
            save(picture(size, 2).convert('L'), quality=90, exif=exif, progressive=True)
    for path in glob.glob(folder + '/*.jpg'):
        image = ImageOps.exif_transpose(Image.open(path)).convert('RGB').convert('RGBA')
        with open(path[:-4] + '.pixels', 'wb') as file:
            file.write(struct.pack('<II', *image.size) + image.tobytes())
    """

  /// Samplings that Pillow does not write.
  private static let samplings: [[(Int, Int)]] = [
    [(1, 2), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)], [(1, 4), (1, 1), (1, 1)], [(2, 2), (2, 1), (1, 2)],
    [(1, 1), (2, 2), (1, 2)], [(4, 1), (2, 1), (1, 1)], [(3, 1), (1, 1), (3, 1)], [(2, 3), (1, 1), (2, 1)],
    [(2, 1), (1, 2), (2, 2)], [(1, 1), (1, 1), (4, 2)],
  ]

  private static func writeFiles(to folder: URL) throws {
    var random = SeededRandom(seed: 31)
    for (number, sampling) in samplings.enumerated() {
      for (width, height) in [(1, 1), (3, 5), (5, 3), (9, 17), (30, 20), (37, 45)] {
        var file = TinyJPEG(width: width, height: height, sampling: sampling)
        file.fill(using: &random)
        file.factors = (0..<64).map { _ in Int.random(in: 1...3, using: &random) }
        file.isInterleaved = Bool.random(using: &random)
        file.interval = Int.random(in: 0...3, using: &random)
        try Data(file.bytes).write(to: folder.appending(path: "sampling-\(number)-\(width)x\(height).jpg"))
      }
    }
    // 16-bit factors.
    var file = TinyJPEG(width: 8, height: 8, means: [3])
    file.factors[0] = 300
    try Data(file.bytes).write(to: folder.appending(path: "factors.jpg"))
  }

  @Test(.enabled("needs a Python with Pillow: pip install pillow, and DOODLE_PYTHON", { python != nil }))
  func `pixels equal those of libjpeg-turbo`() throws {
    let python = try #require(Self.python)
    let folder = FileManager.default.temporaryDirectory.appending(path: "doodle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.writeFiles(to: folder)
    try #require(ExternalProgram.run(python, ["-c", Self.script, folder.path]).code == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jpg") }
    #expect(files.count > 1000)
    for name in files {
      let file = folder.appending(path: name)
      let judged = try [UInt8](Data(contentsOf: file.deletingPathExtension().appendingPathExtension("pixels")))
      let words: [UInt32] = stride(from: 0, to: judged.count, by: 4).map { (start: Int) -> UInt32 in
        judged[start..<start + 4].reversed().reduce(0) { (word: UInt32, byte: UInt8) -> UInt32 in
          word << 8 | UInt32(byte)
        }
      }
      let bitmap = try readJPEG([UInt8](Data(contentsOf: file)))
      #expect(bitmap.width == Int(words[0]) && bitmap.height == Int(words[1]), "\(name)")
      #expect(bitmap.pixels.elementsEqual(words.dropFirst(2)), "\(name)")
    }
  }
}
