/// How much the tests of scale do. The thread sanitizer makes everything some twenty times slower.
enum RuleSizes {
  #if TSAN
    static let longChain = 20_000
    static let chain = 5_000
    static let raceRounds = 200
    static let nesting = 5_000
  #else
    static let longChain = 1_000_000
    static let chain = 20_000
    static let raceRounds = 1_000
    static let nesting = 100_000
  #endif
}
