import Archive
import Files
import Foundation
import ImportCore
import PointImporters
import TestSupport
import Testing

@testable import DataSets

/// Arrays of the points of drawings, as sketch-rnn reads them.
struct SketchArchiveTests {
  private let folder = ScratchFolder()

  /// The splits of the data set, in the order in which sketch-rnn names them.
  private static let splits = ["train", "valid", "test"]

  private func write(_ lines: [String], _ options: BatchOptions = BatchOptions(), name: String = "a.npz") throws -> Data
  {
    var options = options
    options.splits = .sketchRNN
    let input = try folder.write("in.ndjson", lines.joined(separator: "\n") + "\n")
    try runBatch([input], options, folder.path + "/" + name)
    return try folder.bytes(name)
  }

  /// The drawings of a file, each as the points of its strokes.
  private func drawings(_ file: Data) throws -> [[[[Double]]]] {
    let (head, rest) = (Array(file.prefix(4096)), Array(file.dropFirst(4096)))
    var source = try #require(
      try SketchFile(nil, start: head, MemorySource(rest), name: "a", options: ImportOptions()))
    var drawings: [[[[Double]]]] = []
    while let ink = try source.next() { drawings.append(ink.strokes.map { $0.points.map { [$0.x, $0.y] } }) }
    return drawings
  }

  /// The strokes in a line of Quick, Draw!, by the decoder of Foundation.
  private static func strokes(_ line: String) throws -> [[[Double]]] {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let strokes = try #require(object["drawing"] as? [[[Double]]])
    return strokes.map { stroke in zip(stroke[0], stroke[1]).map { [$0, $1] } }
  }

  /// The lines in the order of the arrays: by the part that the key decides, and then as they are in the input.
  private static func ordered(_ lines: [String]) -> [String] {
    splits.flatMap { split in
      lines.enumerated().filter { Splits.sketchRNN.name(ofKey: "k\($0.offset)") == split }.map(\.element)
    }
  }

  @Test func `drawings come back stroke by stroke`() throws {
    let lines = drawingLines(200)
    let expected = try Self.ordered(lines).map(Self.strokes)
    #expect(try drawings(try write(lines)) == expected)
    let rows = try folder.text("a.rows.ndjson").split(separator: "\n")
    #expect(rows.count == 200)
    #expect(rows[0].hasPrefix(#"{"index":0,"key":"k0","label":"cat","split":"#))
  }

  @Test func `fractions come back as numbers of 32 bits, and errors do not add up`() throws {
    var random = SeededRandom(seed: 3)
    let xs = (0..<5000).map { _ in Double.random(in: -300...300, using: &random) }
    let line = #"{"key_id":"k0","word":"cat","drawing":[[\#(xs),\#(Array(xs.reversed()))]]}"#
    let found = try #require(try drawings(try write([line])).first?.first)
    let expected = try #require(try Self.strokes(line).first)
    #expect(found.count == expected.count)
    for (one, other) in zip(found, expected) {
      #expect(abs(one[0] - other[0]) < 1e-4 && abs(one[1] - other[1]) < 1e-4)
    }
  }

  @Test func `an archive has an array for each split, even an empty one`() throws {
    let archive = try ZipArchive(Array(try write(drawingLines(1))))
    #expect(archive.members.map(\.name) == ["train.npy", "valid.npy", "test.npy"])
    #expect(try drawings(try folder.bytes("a.npz")).count == 1)
  }

  @Test func `any number of threads writes the same bytes, with copies, too`() throws {
    var options = BatchOptions()
    (options.partials, options.augmentations, options.jitter, options.splits) = ([0.5, 1], 1, .usual, .sketchRNN)
    let input = try folder.write("in.ndjson", drawingLines(90).joined(separator: "\n") + "\n")
    for threads in [1, 2, 5] { try runBatch([input], options, "\(folder.path)/\(threads).npz", threads: threads) }
    let one = try folder.bytes("1.npz")
    for threads in [2, 5] { #expect(try folder.bytes("\(threads).npz") == one) }
    #expect(try drawings(one).count == 360)
  }

  @Test func `a file that needs too much memory is an error, and shards are not`() throws {
    var options = BatchOptions()
    options.records.memoryLimit = 40_000
    let error = #expect(throws: BatchRun.Failure.self) { _ = try write(drawingLines(200), options) }
    guard case .record(let fault, _) = error else { throw error ?? CancellationError() }
    #expect(fault.kind == .tooLarge)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/a.npz"))
    options.shardSize = 20
    let input = folder.path + "/in.ndjson"
    try runBatch([input], options, folder.path + "/parts/{shard}.npz")
    #expect(try folder.contents(of: "parts").keys.count { $0.hasSuffix(".npz") } == 10)
  }

  @Test(arguments: [("{split}.npz", "split"), ("{key}.npz", "key")])
  func `the arrays of a file are its splits`(pattern: String, word: String) {
    #expect(throws: OutputPattern.Fault.misplaced(word)) { try OutputPattern(pattern) }
  }

  // MARK: NumPy

  /// A Python with NumPy; without one, the test is skipped.
  static let python: URL? = {
    let named = ProcessInfo.processInfo.environment["DOODLE_PYTHON"].map { URL(fileURLWithPath: $0) }
    guard let python = named ?? ExternalProgram.python else { return nil }
    return (try? ExternalProgram.run(python, ["-c", "import numpy"]))?.code == 0 ? python : nil
  }()

  /// Compares the arrays with the lines, and sums the differences as sketch-rnn's `to_big_strokes` and training do.
  private static let script = """
    import json, sys, warnings
    import numpy as np
    warnings.simplefilter('error', DeprecationWarning)
    lines = [json.loads(line) for line in open(sys.argv[2])]
    for encoding in ('latin1', 'ASCII'):
        with np.load(sys.argv[1], allow_pickle=True, encoding=encoding) as data:
            assert sorted(data) == ['test', 'train', 'valid'], sorted(data)
            drawings = [drawing for name in ('train', 'valid', 'test') for drawing in data[name]]
            assert all(data[name].dtype == object and data[name].ndim == 1 for name in data)
        assert len(drawings) == len(lines), (len(drawings), len(lines))
        for drawing, line in zip(drawings, lines):
            assert drawing.dtype == np.int16 and drawing.shape[1] == 3
            points = [[x, y] for stroke in line['drawing'] for x, y in zip(*stroke)]
            assert np.cumsum(drawing[:, :2], axis=0).tolist() == points
            ends = np.cumsum([len(stroke[0]) for stroke in line['drawing']]) - 1
            assert np.flatnonzero(drawing[:, 2]).tolist() == ends.tolist()
    """

  @Test(.enabled("needs a Python with NumPy: pip install numpy, and DOODLE_PYTHON", { python != nil }))
  func `NumPy reads the arrays`() throws {
    let lines = drawingLines(300)
    _ = try write(lines)
    let python = try #require(Self.python)
    let ordered = try folder.write("ordered", Self.ordered(lines).joined(separator: "\n"))
    let result = try ExternalProgram.run(python, ["-c", Self.script, folder.path + "/a.npz", ordered])
    #expect(result.code == 0, "\(result.output)")
  }
}
