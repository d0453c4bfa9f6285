import DataSets
import DoodleKit

/// The options of `batch`.
extension OptionTable {
  static var dataSets: [OptionEntry] {
    [
      dataSetOutput.entry, fields.entry, shardSize.entry, part.entry, overwrite.entry, lineBuffered.entry,
      workers.entry, preset.entry, pictureSize.entry, rotate.entry, flip.entry, padding.entry, lineWidth.entry,
      pictureFit.entry,
      sourceSize.entry, align.entry, mode.entry, invert.entry, channels.entry, join.entry, widthSource.entry,
      classes.entry, labelFrom.entry, split.entry, selection.entry, partial.entry, augment.entry, seed.entry,
      jitter.entry, dropStrokes.entry, dropPoints.entry, from.entry, pointer.entry, strict.entry, filesFrom.entry,
      interleave.entry,
      limit.entry,
      recordLimit.entry, recordErrors.entry, memoryLimit.entry, timeLimit.entry,
    ]
  }

  // MARK: Output

  static let dataSetOutput = ValueOption<String>(
    "output", letter: "o", .output("OUT", extensions: ["npy", "npz", "ndjson"], words: nil), in: .output,
    "what to write: a .tar, .npy, .npz, .ndjson or .png name, or - (JSON lines)",
    details: """
      X.npy is one array of bytes, a row for each picture, and X.rows.ndjson has a line for each row. \
      X.npz holds the points instead, in the unit of the input, as sketch-rnn reads them: an array for each part of \
      --split, of arrays with the rows dx, dy and whether the stroke ends, int16 if all coordinates are whole and \
      below 16384, otherwise float32. Its lines are in the order of the rows of their part. It is held in memory \
      until it is complete. A name with {shard}, or \
      {shard:05} for five digits, makes a file of each --shard-size records; {split} a file for each split. A .png name \
      with {key} or {index} makes a file for each picture, and may have {label}, {stem}, {copy} and {split}. In keys \
      and labels / and . become _.
      """)

  static let fields = ValueOption<Set<BatchOptions.Field>>(
    "fields", .fields, in: .output, "files of each picture in a .tar: png, json, cls and txt; or pixels, for -o -",
    details: """
      "cls" is the number of the label among --classes, "txt" the label. "pixels" alone, for programs that read -o -: \
      each line has a "shape" in place of a PNG, and as many bytes, the samples of the pixels, follow its end; a line with \
      "error" has none.
      """,
    initial: "png,json, and cls with --classes")

  static let shardSize = ValueOption<Int>(
    "shard-size", .count(in: 1...1_000_000_000, of: "records", placeholder: "N"), in: .output,
    "records of each shard; bad ones count", initial: "10000")

  static let part = ValueOption<RunPart>(
    "part", .part, in: .output, "make only the shards whose number has the remainder I modulo N",
    details: """
      N runs, one for each I from 0, on up to N machines, make the output of a single run. With -o - each writes its \
      shards' lines.
      """)

  static let overwrite = Flag(
    "overwrite", in: .output, "replace the output of a run with other options or other input")

  static let lineBuffered = Flag(
    "line-buffered", in: .output, "write each line before reading the next record",
    details: "Lines are always written before the run waits for input.")

  static let workers = ValueOption<Int>(
    "threads", letter: "j", .count(in: 1...1024, of: "threads", placeholder: "N"), in: .output,
    "number of threads that draw and compress", details: "The output is the same for any number.",
    initial: "number of processors")

  // MARK: Picture

  static let preset = ValueOption<DataSetPreset>(
    "preset", .choice("NAME"), in: .picture, "options of a published data set: quickdraw-28",
    details: """
      quickdraw-28 is --size 28 --fit source --padding 24/304 --stroke 16/304 --join straight, the bitmaps of Quick, \
      Draw! Options that are given override it. Against 27 published bitmaps the mean difference is 0.48 of 255, \
      that of the worst drawing 1.18, and the largest 16. Straight lines in pictures of at most 64 by 64 pixels are \
      measured by 128 samples in each pixel.
      """)

  static let pictureSize = ValueOption<PixelSize>(
    "size", .pixelSize, in: .picture, "size of the pictures in pixels", initial: "256")

  static let padding = ValueOption<Measure>(
    "padding", .measure, in: .picture, "space around the drawing: pixels, percents or a fraction of the shorter side",
    initial: "5%")

  static let lineWidth = ValueOption<PictureForm.LineWidth>(
    "stroke", .lineWidth, in: .ink, "width of pens: pixels, percents, a fraction of the shorter side, or recorded",
    details: "\"recorded\" scales the widths of the recording like the drawing.", initial: "2%")

  static let pictureFit = ValueOption<PictureForm.Fit>(
    "fit", .choice("FIT"), in: .picture, "how drawings are scaled: content, source or none",
    details: """
      "content" fills the picture with the box of the points, "source" with the box of the data set, from 0 to \
      --source-size. With "none" a point is a pixel.
      """, initial: PictureForm.Fit.content.rawValue)

  static let sourceSize = ValueOption<Double>(
    "source-size", .number(in: 0.001...LogLimits.coordinate, of: "points"), in: .picture,
    "side of the data set's coordinate box", initial: "256")

  static let align = ValueOption<PictureForm.Align>(
    "align", .choice("WHERE"), in: .picture, "where the box of the points lies: center or top-left",
    initial: PictureForm.Align.center.rawValue)

  static let mode = ValueOption<PictureForm.Mode>(
    "mode", .choice("MODE"), in: .picture, "samples of a pixel: gray, rgb or rgba",
    details: """
      "gray" is 255 for ink and 0 without; "rgb" has the colors of the ink on the background, white if there is none; \
      "rgba" has no background.
      """, initial: PictureForm.Mode.gray.rawValue)

  static let invert = Flag("invert", in: .picture, "replace each sample by 255 minus its value, except alphas")

  static let channels = ValueOption<[Channel]>(
    "channels", .channels, in: .picture, "what the samples show: \(alternatives(Channel.allCases.map(\.rawValue)))",
    details: """
      Names with commas, one for each sample; a PNG has 1, 3 or 4, an array up to six. All are 0 without ink. "ink" is \
      255; "order" 255 for the first stroke and 13 less for each later one, at least 125; "time" 55 at the beginning \
      and 255 at the end; "pause" 255 if the pen was up for a second before the stroke; "speed" 255 for four sides of \
      the picture in a second; "pressure" 255 for the full one. Without times, "time" counts points, and "pause" and \
      "speed" are 0.
      """)

  static let join = ValueOption<PictureForm.Join>(
    "join", .choice("HOW"), in: .ink, "how points are joined: straight or curve",
    details: "\"curve\" is the ink of render. \"straight\" draws in black, and only strokes.",
    initial: "straight for Quick, Draw!, otherwise curve")

  static let widthSource = ValueOption<ModelOptions.WidthSource>(
    "pressure", .choice("SOURCE"), in: .ink, "what sets the width of ink: auto, recorded, velocity or none",
    details: "They are those of render. Other values than none draw curves, unless --join says otherwise.",
    initial: "none for Quick, Draw!, otherwise auto")

  // MARK: Data set

  static let classes = ValueOption<String>(
    "classes", .path("FILE", extensions: []), in: .dataSet, "labels, one on each line, in the order of their numbers",
    details: "A drawing with another label is a bad record.")

  static let labelFrom = ValueOption<[LabelSource]>(
    "label-from", .labelSources, in: .dataSet, "where labels come from: record, folder or file, or several with commas",
    details: """
      "record" is the drawing's own label: a word, label or truth; "folder" the name of the folder in which its file \
      lies; "file" the file's name without extensions. The first that gives a label decides: record,folder takes the \
      folder's name for drawings without a label.
      """, initial: LabelSource.record.rawValue)

  static let split = ValueOption<Splits>(
    "split", .splits, in: .dataSet, "parts of the data set and their shares, such as train=.9,valid=.05,test=.05",
    details: "The SHA-256 of a drawing's key decides, so all copies of a drawing are in the same part, in every run.",
    initial: "none; those of the example for an .npz")

  static let selection = ValueOption<RecordSelection>(
    "where", .choice("WHAT"), in: .dataSet, "leave out drawings that were not recognized: recognized")

  static let partial = ValueOption<[Double]>(
    "partial", .percentages, in: .dataSet, "copies of each drawing at parts of its time, such as 25%,50%,100%",
    details: "Without times, points count instead. All copies have the position of the whole drawing.")

  static let augment = ValueOption<Int>(
    "augment", .count(in: 0...10_000, of: "copies", placeholder: "N"), in: .dataSet,
    "copies of each drawing with random changes, beside the drawing itself", initial: "0")

  static let seed = ValueOption<Int>(
    "seed", .count(in: 0...Int.max, of: "units", placeholder: "S"), in: .dataSet,
    "number that, with a drawing's key and the number of the copy, determines its changes", initial: "0")

  static let jitter = ValueOption<Jitter>(
    "jitter", .jitter, in: .dataSet, "largest changes of copies, such as scale=.15,rotate=10,shift=.05,width=.2",
    details: """
      "scale" of x and of y, each by a random factor of 1 ± it; "rotate" in degrees, "shift" in sides of the picture, \
      "width" of the lines by a factor of 1 ± it. Those that are not named are 0. A copy is then moved, and reduced if \
      necessary, so that its ink stays off the picture's edge unless the drawing's own ink reaches it.
      """, initial: "scale=.15,rotate=10,shift=.05,width=.2")

  static let dropStrokes = ValueOption<Double>(
    "drop-strokes", .number(in: 0...1), in: .dataSet, "share of strokes that copies lack; one is always left",
    initial: "0")

  static let dropPoints = ValueOption<Double>(
    "drop-points", .number(in: 0...1), in: .dataSet, "share of points inside strokes that copies lack", initial: "0")

  // MARK: Reading

  static let filesFrom = ValueOption<String>(
    "files-from", .path("LIST", extensions: []), in: .reading, "read the names of more inputs, one on each line")

  static let interleave = Flag(
    "interleave", in: .reading, "read a record from each file in turn",
    details: "Mixes the classes if each file has one. All files are open at the same time.")

  static let limit = ValueOption<Int>(
    "limit", .count(in: 1...Int.max, of: "records", placeholder: "N"), in: .reading, "read only the first N records")

  static let recordLimit = ValueOption<Int>(
    "max-record", .byteCount, in: .reading, "a record with more bytes is a bad one", initial: "64M")

  static let recordErrors = ValueOption<BatchOptions.ErrorAction>(
    "on-error", .choice("ACTION"), in: .reading, "what to do about a bad record: stop, skip or record",
    details: """
      "stop" ends the run; complete files stay. "skip" makes no picture, and lists the record in errors.ndjson; the \
      exit code is 3. "record" writes a line with "error", "line" and "column" in place of the picture.
      """, initial: "record for .ndjson and -, otherwise stop")
}

/// The options of a published data set.
enum DataSetPreset: String, CaseIterable, Sendable {
  /// The bitmaps of Quick, Draw! of 28 by 28 pixels.
  case quickDraw28 = "quickdraw-28"

  var form: PictureForm {
    var form = PictureForm()
    (form.width, form.height) = (28, 28)
    form.fit = .source
    form.padding = .fraction(24.0 / 304)
    form.lineWidth = .uniform(.fraction(16.0 / 304))
    form.join = .straight
    return form
  }
}

/// The records that are drawn.
enum RecordSelection: String, CaseIterable, Sendable {
  /// Those that the data set says were recognized.
  case recognized
}
