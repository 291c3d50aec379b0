/// How much the tests of scale do. The thread sanitizer makes everything some twenty times slower, and sees a race
/// without so many rounds.
enum Sizes {
  #if TSAN
    static let crowd = 10_000
  #else
    static let crowd = 100_000
  #endif
}
