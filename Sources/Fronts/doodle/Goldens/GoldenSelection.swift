import DoodleKit

/// Which of the goldens of a command line are checked: `--only`, `--skip` and `--shard`.
struct GoldenSelection: Hashable, Sendable {
  /// At least one of these patterns must match a path, if there are any.
  var only: [PathPattern] = []
  /// None of these may match it.
  var skipped: [PathPattern] = []
  /// The part of a check that several jobs divide among themselves; nil for all.
  var shard: Shard?

  /// One of several jobs. A path is always in the same one, whatever other files there are.
  struct Shard: Hashable, Sendable {
    /// From 1 to `count`.
    let number: Int
    let count: Int

    /// Whether a path belongs to this job, by the hash FNV-1a of its bytes (Fowler, Noll, Vo).
    func holds(_ path: String) -> Bool {
      let hash = path.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
      return hash % UInt64(count) == UInt64(number - 1)
    }
  }

  /// Chooses paths, and counts the others.
  struct Sieve: Sendable {
    private let selection: GoldenSelection
    /// The numbers of paths that patterns left out, and of the others that other jobs check.
    private(set) var leftOut = 0
    private(set) var ofOtherJobs = 0

    init(_ selection: GoldenSelection) { self.selection = selection }

    mutating func holds(_ path: String) -> Bool {
      let only = selection.only
      guard only.isEmpty || only.contains(where: { $0.matches(path) }),
        !selection.skipped.contains(where: { $0.matches(path) })
      else {
        leftOut += 1
        return false
      }
      guard selection.shard?.holds(path) ?? true else {
        ofOtherJobs += 1
        return false
      }
      return true
    }
  }
}

/// A pattern of paths: `*` stands for any characters but slashes, `**` for any, and `?` for one. A pattern without a
/// slash is compared with the name of the file alone.
struct PathPattern: Hashable, Sendable {
  private enum Part: Hashable {
    case character(Unicode.Scalar)
    case anyCharacter
    case anyName
    case anyPath
  }

  private let parts: [Part]
  private let hasFolders: Bool

  init(_ text: String) {
    var parts: [Part] = []
    for character in text.unicodeScalars {
      switch character {
      case "*" where parts.last == .anyName: parts[parts.count - 1] = .anyPath
      case "*" where parts.last == .anyPath: break
      case "*": parts.append(.anyName)
      case "?": parts.append(.anyCharacter)
      default: parts.append(.character(character))
      }
    }
    self.parts = parts
    hasFolders = text.contains("/")
  }

  func matches(_ path: String) -> Bool {
    // Whether the characters so far match the parts before each index.
    var matched = beyondStars([true] + parts.map { _ in false })
    for character in (hasFolders ? path : FilePath.name(of: path)).unicodeScalars {
      var next = matched.map { _ in false }
      for (index, part) in parts.enumerated() where matched[index] {
        switch part {
        case .character(let own): next[index + 1] = next[index + 1] || own == character
        case .anyCharacter: next[index + 1] = next[index + 1] || character != "/"
        case .anyName: next[index] = next[index] || character != "/"
        case .anyPath: next[index] = true
        }
      }
      matched = beyondStars(next)
    }
    return matched[parts.count]
  }

  /// A star may stand for no character.
  private func beyondStars(_ matched: [Bool]) -> [Bool] {
    var matched = matched
    for (index, part) in parts.enumerated() where matched[index] && (part == .anyName || part == .anyPath) {
      matched[index + 1] = true
    }
    return matched
  }
}
