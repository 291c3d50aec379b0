/// How much the tests of scale do. The thread sanitizer makes everything some twenty times slower, and sees a
/// race without so many rounds.
enum Sizes {
  #if TSAN
    static let chain = 20_000
    static let members = 1_000
    static let rounds = 200
  #else
    static let chain = 1_000_000
    static let members = 100_000
    static let rounds = 1_000
  #endif
}
