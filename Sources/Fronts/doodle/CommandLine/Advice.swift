/// What the library advises, in the words of the command line.
///
/// The library does not know the command: hosts show its messages, too. As a catalog of translations does, each row has a
/// phrase of the library and what the command says instead.
enum Advice {
  static let phrases: [(library: String, command: String)] = [
    ("allow it to name any file", "allow it with --files any"),
    ("name it: one of", "name it with --from, one of"),
    ("which an index counts from 0", "which --index counts from 0"),
    ("is read; an index picks another", "is read; --index picks another"),
    ("or choose a size", "or the option --size"),
    (
      "use a smaller scale or size, or raise the limit of memory",
      "use a smaller --scale or --size, or raise --memory-limit"
    ),
    (
      "use a smaller scale, size or thumbnail, or a larger limit of pixels",
      "use a smaller --scale, --size or --thumbnail, or a larger --pixel-limit"
    ),
    ("a side; use a smaller scale or size", "a side; use a smaller --scale or --size"),
    ("use a white background, ", "use --background white, "),
    ("choose down if it does not", "--y down says otherwise"),
    ("choose up if it does not", "--y up says otherwise"),
    ("draw fewer events, or raise the limit of memory", "draw fewer events, or raise --memory-limit"),
    (
      "shorten pauses, use a larger speed or, except for SVG, fewer frames per second",
      "use --idle-time-limit, a larger --speed or, except for SVG, a smaller --fps"
    ),
    ("or make up times", "or make times up with --synth-time"),
    ("the size of the device says otherwise", "--device-size says otherwise"),
    ("a recording can be drawn over one", "--over draws a recording over one"),
    ("a recording can be drawn over it", "--over draws a recording over it"),
    ("a saved drawing has no past to draw in part", "a saved drawing has no past for --partial; leave the option out"),
    ("more bytes than a record may have; raise the limit", "more bytes than --max-record allows; raise it"),
    ("accept that to draw the rest", "leave out --strict to draw the rest"),
    (
      "but classes are given; the name of its folder can be its label",
      "but --classes needs one; --label-from folder takes its folder's name"
    ),
    (
      "number the files, or give each label a folder",
      "give files a number with {index} in -o, or a folder with {label}"
    ),
    (
      "raise the limit of memory, or divide them among several files",
      "raise --memory-limit, or divide them with {shard} in -o"
    ),
    ("the name of the input's folder can be the label", "--label-from folder takes the label from the input's folder"),
    ("look like offsets, which the format stroke-3 reads", "look like offsets, which --from stroke-3 reads"),
    ("if its stroke was cut off, lint mends the log", "if its stroke was cut off, doodle lint --fix mends the log"),
    ("is not one of the classes", "is not a line of the file of --classes"),
    ("which cannot be varied", "which --augment cannot change; leave the option out"),
  ]

  /// A message of the library as the command says it, which may be so already.
  static func worded(_ message: String) -> String {
    var text = message
    for phrase in phrases {
      for place in text.places(of: phrase.library).reversed() { text.replaceSubrange(place, with: phrase.command) }
    }
    return text
  }
}
