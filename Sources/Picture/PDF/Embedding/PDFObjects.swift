import Archive

/// The objects of a PDF document that is read (ISO 32000-1, 7.5). They are found in the file itself, without its tables
/// of objects, which may be damaged. The last object with a number counts.
struct PDFObjects {
  private var objects: [Int: PDFObject] = [:]
  /// The numbers of all pages, in the order of the file.
  private(set) var pages: [Int] = []
  /// The document's catalog.
  private(set) var root: PDFObject?
  /// How many more bytes of streams are read, compressed and unpacked.
  private var room = 1 << 26
  /// Why an object stream could not be read. No other is then read.
  private var failure: EmbeddedPageError?

  private static let mostTokens = 1 << 22
  /// No stream costs less, however short it is.
  private static let leastCost = 1 << 10
  private static let mostReferences = 32

  /// - Throws: `EmbeddedPageError` if the bytes are no PDF, are encrypted, have an object stream that cannot be read, or
  ///   have too many objects.
  init(_ bytes: [UInt8]) throws(EmbeddedPageError) {
    guard bytes.indices.prefix(1024).contains(where: { bytes[$0...].starts(with: "%PDF-".utf8) }) else { throw .notPDF }
    var lexer = PDFLexer(bytes[...], budget: Self.mostTokens)
    var numbers: (Int?, Int?)
    while let word = lexer.word() {
      if word.elementsEqual("obj".utf8), let number = numbers.0, numbers.1 != nil {
        try read(number, from: &lexer)
      } else if word.elementsEqual("trailer".utf8), let trailer = lexer.object() {
        try readTrailer(trailer)
      }
      numbers = (numbers.1, PDFObject.integer(word))
    }
    // An encrypted document has been refused by now.
    if let failure { throw failure }
    guard lexer.budget > 0 else { throw .tooLarge }
  }

  // MARK: Reading

  private mutating func read(_ number: Int, from lexer: inout PDFLexer) throws(EmbeddedPageError) {
    guard let object = lexer.object() else { return }
    guard let entries = object.entries, let data = lexer.streamData(length: resolved(object["Length"])?.integer) else {
      return add(object, number)
    }
    let stream = PDFObject.stream(entries, data)
    add(stream, number)
    if stream["Type"]?.isName("XRef") == true { try readTrailer(stream) }
    guard stream["Type"]?.isName("ObjStm") == true, failure == nil else { return }
    do throws(EmbeddedPageError) {
      try unpack(stream, &lexer)
    } catch {
      failure = error
    }
  }

  private mutating func add(_ object: PDFObject, _ number: Int) {
    objects[number] = object
    if object["Type"]?.isName("Page") == true { pages.append(number) }
  }

  private mutating func readTrailer(_ trailer: PDFObject) throws(EmbeddedPageError) {
    guard trailer["Encrypt"] == nil else { throw .encrypted }
    root = trailer["Root"] ?? root
  }

  /// Reads the objects of an object stream (7.5.7).
  /// - Parameter lexer: That of the file, whose budget they use.
  private mutating func unpack(_ stream: PDFObject, _ lexer: inout PDFLexer) throws(EmbeddedPageError) {
    let contents = try contents(of: stream)[...]
    guard let count = resolved(stream["N"])?.integer, let first = resolved(stream["First"])?.integer,
      0...contents.count ~= first
    else { return }
    var header = PDFLexer(contents.prefix(first), budget: 0)
    var places: [(number: Int, offset: Int)] = []
    while places.count < count, let number = header.word().flatMap(PDFObject.integer),
      let offset = header.word().flatMap(PDFObject.integer)
    {
      // Objects that share bytes could be copied to any size.
      guard offset <= contents.count - first, offset >= places.last.map({ $0.offset + 1 }) ?? 0 else { break }
      places.append((number, offset))
    }
    for (index, place) in places.enumerated() {
      let end = index + 1 < places.count ? first + places[index + 1].offset : contents.count
      var object = PDFLexer(contents[(first + place.offset)..<end], budget: lexer.budget)
      if let object = object.object() { add(object, place.number) }
      lexer.budget = object.budget
    }
  }

  // MARK: Asking

  /// The object that a reference leads to, and its number; nil if it is missing.
  func target(of reference: Int) -> (number: Int, object: PDFObject)? {
    var number = reference
    for _ in 0..<Self.mostReferences {
      guard let object = objects[number] else { return nil }
      guard case .reference(let next) = object else { return (number, object) }
      number = next
    }
    return nil
  }

  /// An object, or what it refers to.
  func resolved(_ object: PDFObject?) -> PDFObject? {
    guard case .reference(let number) = object else { return object }
    return target(of: number)?.object
  }

  /// The data of a stream as its filters give it, without the end of the line after it.
  func data(of stream: PDFObject) -> ArraySlice<UInt8>? {
    guard case .stream(_, let bytes) = stream else { return nil }
    if let length = resolved(stream["Length"])?.integer, 0...bytes.count ~= length, bytes.count - length <= 2,
      bytes.suffix(bytes.count - length).allSatisfy({ $0 == 10 || $0 == 13 })
    {
      return bytes.prefix(length)
    }
    var rest = bytes
    if rest.last == 10 { rest.removeLast() }
    if rest.last == 13 { rest.removeLast() }
    return rest
  }

  /// The contents of a stream.
  /// - Throws: `EmbeddedPageError` if it is damaged, has a filter other than Flate without a predictor, or if there is
  ///   no room for it after all others.
  mutating func contents(of stream: PDFObject) throws(EmbeddedPageError) -> [UInt8] {
    guard let data = data(of: stream) else { throw .damaged }
    room -= max(data.count, Self.leastCost)
    guard room >= 0 else { throw .tooLarge }
    var filter = resolved(stream["Filter"])
    var parameters = resolved(stream["DecodeParms"])
    if case .array(let filters) = filter {
      guard filters.count <= 1 else { throw .filter }
      filter = resolved(filters.first)
    }
    if case .array(let all) = parameters { parameters = resolved(all.first) }
    guard resolved(parameters?["Predictor"])?.integer ?? 1 == 1 else { throw .filter }
    guard let filter, !filter.isNull else { return Array(data) }
    guard filter.isName("FlateDecode") || filter.isName("Fl") else { throw .filter }
    guard let contents = unzlib(data, limit: room) else { throw .damaged }
    room -= contents.count
    return contents
  }
}
