/// The header of NumPy's files of one array, version 1.0, in C order.
package enum NPY {
  /// The size of every header, in bytes. Because it is fixed, the number of rows can be filled in last.
  package static let headerSize = 128

  /// - Parameters:
  ///   - shape: The sizes of the dimensions, the first one slowest.
  ///   - type: NumPy's name of the type of the elements.
  package static func header(shape: [Int], type: String = "|u1") -> [UInt8] {
    let sizes = shape.map(String.init).joined(separator: ", ") + (shape.count == 1 ? "," : "")
    let text = "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(sizes)), }"
    let length = headerSize - 10
    var header: [UInt8] = [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(length & 255), UInt8(length >> 8)]
    header += Array(text.utf8)
    header.append(contentsOf: repeatElement(0x20, count: headerSize - 1 - header.count))
    return header + [0x0A]
  }
}
