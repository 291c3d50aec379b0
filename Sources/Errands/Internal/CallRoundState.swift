/// The calls of a round that are left, and those that are being made, as a value. Each event answers with what to do.
struct CallRoundState: Sendable {
  private let count: Int
  private var begun = 0
  private var inHand = 0
  /// How many had been begun at the last look.
  private var seen = 0
  /// Where the one who began the round waits for those who help.
  private var waiting: BlockingSemaphore?

  init(count: Int) {
    self.count = count
  }

  /// The next call for one who has just made another, or whom to wake where that was the last of all.
  mutating func next(afterAnother: Bool = false) -> (number: Int?, waiting: BlockingSemaphore?) {
    if afterAnother { inHand -= 1 }
    guard begun < count else { return (nil, inHand == 0 ? waiting.take() : nil) }
    defer { begun += 1 }
    inHand += 1
    return (begun, nil)
  }

  /// Somebody looks how far the round has come. True where it needs help: there are calls to begin, and none has been
  /// begun since the last look.
  mutating func look() -> Bool {
    defer { seen = begun }
    return begun < count && begun == seen
  }

  /// The one who began the round finds none left to begin. Gives what to wait for, where others are being made.
  mutating func leave() -> BlockingSemaphore? {
    if inHand > 0 { waiting = BlockingSemaphore(value: 0) }
    return waiting
  }
}
