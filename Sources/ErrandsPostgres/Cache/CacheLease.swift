import Errands
import Foundation

/// One server's right to make something, from when it is taken until it is given back. Each try has its own: one that is
/// given back late must not be taken for the next.
final class CacheLease: Sendable {
  private struct State: Sendable {
    var isHeld = false
    var isOver = false
  }

  private static let process = UUID().uuidString
  private static let count = Lock(0)

  let key: String
  let holder: String
  private let state = Lock(State())

  init(_ key: String) {
    self.key = key
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    holder = "\(Self.process) \(number)"
  }

  var isHeld: Bool { state.withLock { $0.isHeld } }

  /// The database has noted it. False where it is not wanted any more.
  func begin() -> Bool {
    state.withLock { state in
      state.isHeld = !state.isOver
      return state.isHeld
    }
  }

  /// It is not wanted any more. True where it is held: once.
  func end() -> Bool {
    state.withLock { state in
      defer { state = State(isHeld: false, isOver: true) }
      return state.isHeld
    }
  }
}

/// The leases under which this process makes something. They are renewed together, in one statement, for as long as there are
/// any: a timer and a statement for each would cost more than to make something small.
final class HeldLeases: Sendable {
  private struct State: Sendable {
    /// By their holders.
    var leases: [String: CacheLease] = [:]
    var isRenewing = false
  }

  private let pool: PostgresPool
  private let tables: CacheTables
  private let pause: Duration
  private let state = Lock(State())
  private let scope = Scope()

  init(_ pool: PostgresPool, _ tables: CacheTables, every pause: Duration) {
    (self.pool, self.tables, self.pause) = (pool, tables, pause)
  }

  func hold(_ lease: CacheLease) {
    let isFirst = state.withLock { state in
      state.leases[lease.holder] = lease
      defer { state.isRenewing = true }
      return !state.isRenewing
    }
    if isFirst { renewing().run(in: scope) }
  }

  private func renewing() -> Errand<Void> {
    Errand("leases") { [pool, tables, pause, weak self] in
      while true {
        try await Task.sleep(for: pause)
        guard let held = self?.held() else { return }
        // One that fails is made up for by the next.
        try? await pool.work { try tables.renew(held, in: $0) }.value()
      }
    }
  }

  /// Those that are not over; nil, and the renewing ends, where there are none.
  private func held() -> [CacheLease]? {
    state.withLock { state in
      state.leases = state.leases.filter { $0.value.isHeld }
      state.isRenewing = !state.leases.isEmpty
      return state.isRenewing ? Array(state.leases.values) : nil
    }
  }
}
