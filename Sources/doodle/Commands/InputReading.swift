import DoodleKit

/// How recordings are read: the options of every command that reads them.
struct InputReading: Hashable, Sendable {
  /// Nil to recognize the format by content.
  var format: InputFormat?
  var onError: ErrorAction
  /// What the formats of other programs leave open.
  var imports = ImportOptions()

  static var entries: [OptionEntry] { OptionTable.reading }

  init(_ arguments: Arguments) throws(CommandError) {
    format = try arguments[OptionTable.from]
    onError = try arguments[OptionTable.onError] ?? .stop
    imports.page = try arguments[OptionTable.page] ?? imports.page
    imports.index = try arguments[OptionTable.index] ?? imports.index
    imports.deviceSize = try arguments[OptionTable.deviceSize]
    imports.yAxis = try arguments[OptionTable.yAxis]
  }

  var sessionOptions: SessionOptions {
    var options = SessionOptions()
    (options.format, options.onError, options.imports) = (format, onError, imports)
    return options
  }
}
