/// How much the tests of scale do. The thread sanitizer makes everything some twenty times slower, and sees a
/// race without so many rounds.
enum Sizes {
  #if TSAN
    static let rounds = 200
    static let values = 2_000
    static let nesting = 200
    static let given = 1_000
  #else
    static let rounds = 1_000
    static let values = 20_000
    static let nesting = 5_000
    static let given = 5_000
  #endif
}
