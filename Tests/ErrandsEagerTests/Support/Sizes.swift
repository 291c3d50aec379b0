/// How much the tests of scale do. The thread sanitizer makes everything some twenty times slower.
enum Sizes {
  /// Rounds of real threads, for the sanitizer to look at.
  static let raceRounds = 500
  #if TSAN
    static let chain = 5_000
  #else
    static let chain = 100_000
  #endif
}
