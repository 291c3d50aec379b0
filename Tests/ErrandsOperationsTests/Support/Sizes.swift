/// How much the tests of scale do. The thread sanitizer makes everything some twenty times slower, and sees a
/// race without so many rounds.
enum Sizes {
  #if TSAN
    static let chain = 5_000
    static let raceRounds = 300
    static let wakeUpRounds = 500
    static let pairs = 500
  #elseif DEBUG
    static let chain = 50_000
    static let raceRounds = 1_000
    static let wakeUpRounds = 20_000
    static let pairs = 5_000
  #else
    static let chain = 200_000
    static let raceRounds = 10_000
    static let wakeUpRounds = 100_000
    static let pairs = 20_000
  #endif
}
