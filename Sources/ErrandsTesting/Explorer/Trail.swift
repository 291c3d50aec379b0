/// The choices of one schedule, and the way to the next one: depth first, the last choice that can be made otherwise.
///
/// It knows which bodies could have gone on at each choice. So a scenario that does not do the same again when it is
/// begun again is noticed, and not taken for one that holds.
struct Trail: Sendable {
  /// Bodies by their numbers, one bit each.
  typealias Bodies = UInt64

  private struct Choice: Sendable {
    let ready: Bodies
    /// The body that goes on unless another one is preferred; nil where it cannot.
    let running: Int?
    var taken = 0

    /// The running one comes first, and the others in the order of their numbers.
    var body: Int {
      var others = ready
      var rank = taken
      if let running {
        if rank == 0 { return running }
        others &= ~(1 << running)
        rank -= 1
      }
      for _ in 0..<rank { others &= others - 1 }
      return others.trailingZeroBitCount
    }
  }

  private var choices: [Choice] = []
  private var position = 0
  /// How many choices there are before a new one.
  private var known = 0
  /// What a replay was told to choose.
  private var told: [Int]

  init(replaying told: [Int] = []) {
    self.told = told
    known = told.count
  }

  /// Whether the schedule has ended before it came to what is new in it.
  var endedEarly: Bool { position < known }

  /// What has been chosen, to be replayed by.
  var taken: [Int] { choices.prefix(position).map(\.taken) }
  var length: Int { position }

  /// The body that goes on; nil where the schedule is not the one that it was.
  mutating func choose(among ready: Bodies, running: Int?) -> Int? {
    if position == choices.count {
      var choice = Choice(ready: ready, running: running)
      if position < told.count { choice.taken = told[position] }
      guard choice.taken < ready.nonzeroBitCount else { return nil }
      choices.append(choice)
    }
    let choice = choices[position]
    guard choice.ready == ready, choice.running == running else { return nil }
    position += 1
    return choice.body
  }

  /// Goes on to the next schedule. False where all have been tried.
  mutating func advance() -> Bool {
    told = []
    // What lies behind the end of a schedule belongs to an earlier one.
    choices.removeLast(choices.count - position)
    position = 0
    while var last = choices.popLast() {
      last.taken += 1
      guard last.taken == last.ready.nonzeroBitCount else {
        choices.append(last)
        known = choices.count
        return true
      }
    }
    return false
  }
}
