/// An item of a sequence that several devices may change at the same time (a CRDT).
struct RemarkableItem<Value> {
  var id: RemarkableID
  /// The item before this one when it was inserted; `.none` for the start.
  var left: RemarkableID
  /// The item after this one when it was inserted; `.none` for the end.
  var right: RemarkableID
  /// The number of items, with successive ids, that this one stands for; 0 and 1 are one.
  var length: UInt64 = 1
  /// Nil if the item was deleted.
  var value: Value?
}

/// The items in order: each one after its left and before its right neighbor.
///
/// Of items that were inserted at the same position, the item of the higher author is first; of one author, the item
/// with the lower counter. Items that claim to be before and after each other come last.
func remarkableOrder<Value>(_ items: [RemarkableItem<Value>]) -> [RemarkableItem<Value>] {
  let index = RemarkableIndex(items)
  var waiting = [Int32](repeating: 0, count: items.count)
  /// Linked lists: the first pair of each item's followers, and the pair after each pair.
  var first = [Int32](repeating: -1, count: items.count)
  var pairs: [(follower: Int32, next: Int32)] = []
  func follow(_ before: Int, _ after: Int) {
    guard before != after else { return }
    pairs.append((Int32(after), first[before]))
    first[before] = Int32(pairs.count - 1)
    waiting[after] += 1
  }
  for position in items.indices {
    if let left = index.position(of: items[position].left) { follow(left, position) }
    if let right = index.position(of: items[position].right) { follow(position, right) }
  }

  var ready = RemarkableQueue { one, other in
    let (a, b) = (items[one].id, items[other].id)
    if a.author != b.author { return a.author > b.author }
    return a.counter != b.counter ? a.counter < b.counter : one < other
  }
  for position in items.indices where waiting[position] == 0 { ready.insert(position) }
  var ordered: [RemarkableItem<Value>] = []
  ordered.reserveCapacity(items.count)
  while let position = ready.removeFirst() {
    ordered.append(items[position])
    var pair = Int(first[position])
    while pair >= 0 {
      let follower = Int(pairs[pair].follower)
      waiting[follower] -= 1
      if waiting[follower] == 0 { ready.insert(follower) }
      pair = Int(pairs[pair].next)
    }
  }
  for position in items.indices where waiting[position] > 0 { ordered.append(items[position]) }
  return ordered
}

/// Finds the item that an id belongs to.
struct RemarkableIndex {
  private let sorted: [(id: RemarkableID, length: UInt64, position: Int)]

  /// Takes time n·log(n).
  init<Value>(_ items: [RemarkableItem<Value>]) {
    sorted = items.indices.map { (items[$0].id, max(1, items[$0].length), $0) }.sorted {
      ($0.id.author, $0.id.counter, $0.position) < ($1.id.author, $1.id.counter, $1.position)
    }
  }

  /// The position of the item in the array; nil if there is none.
  func position(of id: RemarkableID) -> Int? {
    guard id != .none else { return nil }
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if (sorted[middle].id.author, sorted[middle].id.counter) <= (id.author, id.counter) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return nil }
    let candidate = sorted[low - 1]
    let isInside = candidate.id.author == id.author && id.counter - candidate.id.counter < candidate.length
    return isInside ? candidate.position : nil
  }
}

/// A priority queue: a binary heap.
private struct RemarkableQueue {
  private var heap: [Int] = []
  private let precedes: (Int, Int) -> Bool

  init(_ precedes: @escaping (Int, Int) -> Bool) {
    self.precedes = precedes
  }

  mutating func insert(_ element: Int) {
    heap.append(element)
    var child = heap.count - 1
    while child > 0, precedes(heap[child], heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() -> Int? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return last }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && precedes(heap[child], heap[least]) {
        least = child
      }
      if least == parent { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
