import GalleryConnections

/// How many passwords may still be tried, as a value: by each client, and by all together, for whoever guesses may have
/// many addresses.
struct GuessBudget {
  /// So many at once, and one more after each pause.
  struct Allowance: Sendable {
    let burst: Double
    let pause: Duration

    init(_ burst: Int, thenEach pause: Duration) {
      self.burst = Double(burst)
      self.pause = pause
    }
  }

  private struct Spent {
    var guesses = 0.0
    var at: ContinuousClock.Instant

    /// What is spent is forgotten as time passes.
    mutating func settle(_ allowance: Allowance, _ now: ContinuousClock.Instant) {
      guesses = max(0, guesses - (now - at) / allowance.pause)
      at = now
    }

    /// How long until there is one more; zero or less where there is one.
    func wait(_ allowance: Allowance) -> Duration { allowance.pause * (guesses + 1 - allowance.burst) }
  }

  private let ofOne: Allowance
  private let inAll: Allowance
  private var clients: [ClientAddress: Spent] = [:]
  private var total: Spent?

  init(
    ofOne: Allowance = Allowance(5, thenEach: .seconds(30)),
    inAll: Allowance = Allowance(50, thenEach: .seconds(2))
  ) {
    self.ofOne = ofOne
    self.inAll = inAll
  }

  /// How many clients are remembered: those that have guessed lately, whom the budget in all keeps few.
  var clientCount: Int { clients.count }

  /// Spends a guess before it is looked at, so that a hundred at once are a hundred.
  ///
  /// - Parameter client: Nil where it cannot be told.
  /// - Returns: How long to wait where there is none to be spent; nothing is spent then.
  mutating func spend(for client: ClientAddress?, at now: ContinuousClock.Instant) -> Duration? {
    forget(now)
    var all = total ?? Spent(at: now)
    all.settle(inAll, now)
    var one = client.flatMap { clients[$0] } ?? Spent(at: now)
    let wait = max(all.wait(inAll), client == nil ? .zero : one.wait(ofOne))
    guard wait <= .zero else { return wait }
    all.guesses += 1
    total = all
    one.guesses += 1
    if let client { clients[client] = one }
    return nil
  }

  /// The guess was right: it has cost nothing, and what the client mistyped before is forgotten.
  mutating func forgive(_ client: ClientAddress?) {
    if let spent = total?.guesses { total?.guesses = max(0, spent - 1) }
    if let client { clients[client] = nil }
  }

  private mutating func forget(_ now: ContinuousClock.Instant) {
    let allowance = ofOne
    clients = clients.compactMapValues { spent in
      var spent = spent
      spent.settle(allowance, now)
      return spent.guesses > 0 ? spent : nil
    }
  }
}
