import Errands

/// The names of files in one folder, each given out once. The second file that wants `photo.jpg` gets `photo 2.jpg`.
///
/// Names that differ only in case, or in how their characters are composed, count as the same: on some file systems
/// they are.
public final class FileNames: Sendable {
  private struct State {
    var taken: Set<String> = []
    /// Where to go on counting, so that a thousand equal names do not count from the beginning each time.
    var next: [String: Int] = [:]
  }

  private let state = Lock(State())

  /// No name is taken yet.
  public init() {}

  /// The name, or the next that is free with a number in it.
  public func claim(_ name: SafeFileName) -> SafeFileName {
    state.withLock { state in
      if state.taken.insert(name.key).inserted { return name }
      var number = state.next[name.key] ?? 2
      while true {
        let numbered = name.numbered(number)
        number += 1
        if state.taken.insert(numbered.key).inserted {
          state.next[name.key] = number
          return numbered
        }
      }
    }
  }
}
