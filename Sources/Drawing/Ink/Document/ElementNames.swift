/// The names by which commands refer to elements.
///
/// The log may give an element a name. The others are e1, e2 and so on; a number is skipped if the log has already
/// given its name to another element. Numbers ascend with the indices of elements, and a name is never used twice.
struct ElementNames: Sendable {
  private var indices: [String: ElementIndex] = [:]
  /// The number of the next element.
  private(set) var nextNumber = 1
  /// The name that the log has given to an element that has not begun.
  private var reserved: String?

  /// Names the next element.
  /// - Parameter name: The name that the log gives it, or nil.
  /// - Returns: The element's number.
  mutating func add(_ name: String?, for element: ElementIndex) -> Int {
    if let name {
      indices[name] = element
    } else if !indices.isEmpty || reserved != nil {
      while indices["e\(nextNumber)"] != nil || reserved == "e\(nextNumber)" { nextNumber += 1 }
    }
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// Keeps a name for an element that has not begun. It replaces the name that was kept before.
  mutating func reserve(_ name: String) { reserved = name }

  /// Adds the name of an element of a saved drawing, which uses no number.
  mutating func restore(_ name: String, for element: ElementIndex) { indices[name] = element }

  /// Sets the number of the next element to that of a saved drawing.
  mutating func restore(nextNumber: Int) { self.nextNumber = nextNumber }

  /// The index of the element with this name among `elements`, present or not.
  func index(of id: String, in elements: ElementList) -> ElementIndex? {
    if let index = indices[id] { return index }
    guard id.first == "e", let number = Int(id.dropFirst()) else { return nil }
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[ElementIndex(middle)].number < number { low = middle + 1 } else { high = middle }
    }
    let index = ElementIndex(low)
    return low < elements.count && elements[index].name == nil && elements[index].id == id ? index : nil
  }
}
