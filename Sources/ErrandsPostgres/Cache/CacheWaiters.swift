import Errands

/// Those of this process that wait until another server has made something.
final class CacheWaiters: Sendable {
  private struct State: Sendable {
    var last = 0
    var tickets: [String: [Int: Ticket]] = [:]
  }

  /// What one that waits is told.
  enum News: Sendable {
    /// It may be there, or be anybody's to make.
    case look
    /// It was made and may not be kept, or could not be made: whoever wants it makes it for itself.
    case eachForItself
  }

  /// A wait, which may be over before it is begun.
  final class Ticket: Sendable {
    private let key: String
    private let number: Int
    private let waiters: CacheWaiters
    private let wakening = Settlement<News>()

    fileprivate init(_ key: String, _ number: Int, _ waiters: CacheWaiters) {
      (self.key, self.number, self.waiters) = (key, number, waiters)
    }

    /// Until there is news of the key, or so long.
    func woken(within time: Duration) -> Errand<News> {
      Errand<News>.fromCallback("another server") { [wakening] callback in
        wakening.whenSettled { callback($0) }
      }
      .timeout(after: time)
      .recover { error in
        guard error is TimeoutError else { throw error }
        return .success(.look)
      }
    }

    func leave() { waiters.leave(key, number) }

    fileprivate func wake(_ news: News) { wakening.settle(.success(news)) }
  }

  private let state = Lock(State())

  /// What is told from now on wakes it.
  func enter(_ key: String) -> Ticket {
    state.withLock { state in
      state.last += 1
      let ticket = Ticket(key, state.last, self)
      state.tickets[key, default: [:]][state.last] = ticket
      return ticket
    }
  }

  func wake(_ key: String, _ news: News) {
    for ticket in state.withLock({ Array($0.tickets[key, default: [:]].values) }) { ticket.wake(news) }
  }

  func wakeAll() {
    for ticket in state.withLock({ $0.tickets.values.flatMap { Array($0.values) } }) { ticket.wake(.look) }
  }

  fileprivate func leave(_ key: String, _ number: Int) {
    let ticket = state.withLock { state in
      let ticket = state.tickets[key]?.removeValue(forKey: number)
      if state.tickets[key]?.isEmpty == true { state.tickets[key] = nil }
      return ticket
    }
    withExtendedLifetime(ticket) {}
  }
}
