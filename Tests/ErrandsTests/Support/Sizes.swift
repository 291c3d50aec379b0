/// How much the tests of scale do. The thread sanitizer makes everything some twenty times slower.
enum Sizes {
  /// Rounds of real threads, for the sanitizer to look at, and for what the explorer takes as given: the orders in which
  /// two threads meet at locks are tried one by one in its scenarios.
  static let raceRounds = 500
  static let cancelRounds = 2_000
  #if TSAN
    static let chain = 5_000
    static let droppedOwners = 100
  #else
    static let chain = 100_000
    static let droppedOwners = 1_000
  #endif
}
