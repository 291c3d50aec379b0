import Errands

/// The names that one download has claimed, each once: a run that goes on where another was paused has the same name.
final class NameClaims: Sendable {
  private let claimed = Lock<[SafeFileName: SafeFileName]>([:])

  init() {}

  /// The name, or the next that is free with a number in it; the same each time.
  func claim(_ name: SafeFileName, among names: FileNames) -> SafeFileName {
    if let known = claimed.withLock({ $0[name] }) { return known }
    let new = names.claim(name)
    return claimed.withLock { claimed in
      if let known = claimed[name] { return known }
      claimed[name] = new
      return new
    }
  }
}
