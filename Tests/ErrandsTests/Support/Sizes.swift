/// How much the tests of scale do. The thread sanitizer makes everything some twenty times slower, and sees a
/// race without so many rounds.
enum Sizes {
  #if TSAN
    static let chain = 5_000
    static let raceRounds = 500
    static let cancelRounds = 2_000
    static let droppedOwners = 100
  #else
    static let chain = 100_000
    static let raceRounds = 2_000
    static let cancelRounds = 10_000
    static let droppedOwners = 1_000
  #endif
}
