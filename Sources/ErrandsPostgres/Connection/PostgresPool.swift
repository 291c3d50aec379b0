import Dispatch
public import Errands

/// Connections to a database, opened when they are first needed, up to a limit. Work that is one too many waits for its
/// turn; a connection that breaks is replaced.
///
/// ```swift
/// let pool = PostgresPool(address)
/// let count = try await pool.transaction { database in
///   try database.execute("SELECT count(*) AS count FROM picture")[0].value("count", as: Int.self)
/// }.value()
/// ```
public final class PostgresPool: Sendable {
  /// What a pool is made with.
  public struct Configuration: Sendable {
    /// Connections at once. Default 8; below 1 counts as 1.
    public var connections = 8
    /// How long the server may take to let a connection in. Default 5 seconds; below 2 counts as 2.
    public var patience = Duration.seconds(5)
    /// How often a transaction is done again that another one was in the way of. Default 5.
    public var collisions = 5

    /// The defaults.
    public init() {}
  }

  private struct State: Sendable {
    var idle: [Unchecked<PostgresConnection>] = []
    var isClosed = false
    /// Why there was no way to the server a moment ago.
    var absence: Absence?
  }

  private struct Absence: Sendable {
    let error: PostgresError
    let end = ContinuousClock.now + .milliseconds(500)
  }

  /// Where the database is.
  public let address: PostgresAddress
  private let configuration: Configuration
  private let state = Lock(State())
  private let places: WorkQueue
  /// Connections that may be lent. A run that is cancelled gives its place in the queue to the next at once, and its
  /// connection only when the server has ended the query.
  private let free: DispatchSemaphore

  /// A pool that has no connection yet.
  public init(_ address: PostgresAddress, configuration: Configuration = Configuration()) {
    self.address = address
    self.configuration = configuration
    places = WorkQueue(limit: max(1, configuration.connections))
    free = DispatchSemaphore(value: max(1, configuration.connections))
  }

  /// Work with a connection of its own, on a thread that it may block. Each run is another piece of work.
  ///
  /// Cancelling it ends the query that it is busy with. Fails with ``PostgresError``, or with what the work throws.
  public func work<Value: Sendable>(
    _ name: String = "database",
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) -> Errand<Value> {
    Errand<Value>.fromCallback(name) { [self] callback in
      let busy = Busy()
      callback.onCancel { WorkerThreads.shared.start { busy.cancel() } }
      WorkerThreads.shared.start { callback(Result { try self.lend(to: body, busy) }) }
    }
    .on(places)
  }

  /// The same in one transaction: all of it is there behind it, or nothing. Where another transaction was in the way, it is
  /// done again: the work must change nothing but the database.
  public func transaction<Value: Sendable>(
    _ name: String = "transaction",
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) -> Errand<Value> {
    work(name) { [collisions = configuration.collisions] connection in
      for _ in 0..<max(0, collisions) {
        do {
          return try connection.transaction(body)
        } catch let error as PostgresError where error.isCollision {}
      }
      return try connection.transaction(body)
    }
  }

  /// Closes the connections that are not in use, and each of the others when it is not any more. What is begun later opens
  /// one for itself.
  public func close() {
    let idle = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.idle
    }
    withExtendedLifetime(idle) {}
  }

  // MARK: Parts

  /// On a thread that may block.
  private func lend<Value>(to body: (PostgresConnection) throws -> Value, _ busy: Busy) throws -> Value {
    free.wait()
    defer {
      busy.end()
      free.signal()
    }
    let connection = try idle() ?? open()
    busy.begin(connection.canceller())
    connection.isCancelled = { busy.isCancelled }
    defer {
      // Behind that no other thread cancels what is done with the connection next.
      busy.end()
      connection.isCancelled = { false }
      giveBack(connection)
    }
    return try body(connection)
  }

  /// One that was used before. One that has broken meanwhile is closed: all have, where the server was started again.
  private func idle() -> PostgresConnection? {
    while let connection = state.withLock({ $0.idle.popLast() })?.value {
      if connection.isAlive { return connection }
    }
    return nil
  }

  /// Where the server could not be reached a moment ago, it is not tried again: each of those that wait for a connection would
  /// otherwise wait as long as the one before it.
  private func open() throws(PostgresError) -> PostgresConnection {
    if let absence = state.withLock({ $0.absence }), ContinuousClock.now < absence.end { throw absence.error }
    do {
      let connection = try PostgresConnection(address, patience: configuration.patience)
      state.withLock { $0.absence = nil }
      return connection
    } catch {
      if error.isAbsence { state.withLock { $0.absence = Absence(error: error) } }
      throw error
    }
  }

  private func giveBack(_ connection: PostgresConnection) {
    guard connection.isUsable else { return }
    let carried = Unchecked(connection)
    state.withLock { if !$0.isClosed { $0.idle.append(carried) } }
  }
}

/// A piece of work that can be cancelled while its connection is its own.
private final class Busy: Sendable {
  private struct State: Sendable {
    var canceller: PostgresCanceller?
    var isCancelled = false
    var isOver = false
  }

  private let state = SleepingLock(State())
  private let over = DispatchSemaphore(value: 0)

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func begin(_ canceller: PostgresCanceller?) { state.withLock { $0.canceller = canceller } }

  /// Blocks until the work is over. The server is told again and again: told just before a query has begun, it ends
  /// nothing, and the query went on for as long as it liked.
  func cancel() {
    var pause = 5
    repeat {
      let isOver = state.withLock { state in
        state.isCancelled = true
        // Under the lock: behind the end the connection may do something else, which must not be cancelled.
        if !state.isOver { state.canceller?() }
        return state.isOver
      }
      if isOver { return }
      pause = min(2 * pause, 1_000)
    } while over.wait(timeout: .now() + .milliseconds(pause)) == .timedOut
  }

  func end() {
    state.withLock { $0.isOver = true }
    over.signal()
  }
}
