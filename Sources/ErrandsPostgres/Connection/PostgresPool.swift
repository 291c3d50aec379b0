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
    /// How long the server may say nothing to a statement. One that has not answered by then is taken for one that hangs: its
    /// connection is closed, and the work fails with ``PostgresError/connectionLost(reason:)``. Default 10 seconds; nil for
    /// as long as the server likes.
    public var answerLimit: Duration? = .seconds(10)
    /// How often a transaction is done again that another one was in the way of. Default 5.
    public var collisions = 5

    /// The defaults.
    public init() {}
  }

  private struct State: Sendable {
    var idle: [Unchecked<PostgresConnection>] = []
    /// How many connections there are beside those: lent, or closed so lately that the server may not have noticed.
    var lent = 0
    /// Work that has its place in the queue, and waits for a connection that work had that was cancelled.
    var waiting: [Turn] = []
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
  private let limit: Int

  /// A pool that has no connection yet.
  public init(_ address: PostgresAddress, configuration: Configuration = Configuration()) {
    self.address = address
    self.configuration = configuration
    limit = max(1, configuration.connections)
    places = WorkQueue(limit: limit)
  }

  /// Work with a connection of its own, on a thread that it may block. Each run is another piece of work.
  ///
  /// Cancelling it ends the query that it is busy with: within about a second where the server looks after its clients
  /// (`client_connection_check_interval`, from PostgreSQL 14 on), else when the server comes to its end. Fails with
  /// ``PostgresError``, or with what the work throws.
  public func work<Value: Sendable>(
    _ name: String = "database",
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) -> Errand<Value> {
    Errand<Value>.fromCallback(name) { [self] callback in
      let turn = Turn { turn in
        let result = Result { try self.lend(to: body, turn) }
        return { callback(result) }
      }
      callback.onCancel { turn.cancel() }
      begin(turn)
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
      defer { (state.idle, state.isClosed, state.absence) = ([], true, nil) }
      return state.idle
    }
    withExtendedLifetime(idle) {}
  }

  // MARK: Parts

  /// A run that is cancelled gives its place in the queue to the next at once, and its connection only when that is over:
  /// whoever waits for it has no thread meanwhile.
  private func begin(_ turn: Turn) {
    let hasConnection = state.withLock { state in
      if state.lent == limit {
        state.waiting.append(turn)
        return false
      }
      state.lent += 1
      return true
    }
    if hasConnection { WorkerThreads.shared.start { self.serve(turn) } }
  }

  private func serve(_ turn: Turn) {
    let tell = turn.work(turn)
    if turn.leavesServerBusy {
      // Otherwise work that is begun and cancelled again and again would open one connection after the other.
      _ = ContinuousClock().call(after: PostgresConnection.noticing) { self.serveNext() }
    } else {
      serveNext()
    }
    // Behind that: what follows may take long, or wait for other work of the pool.
    tell()
  }

  private func serveNext() {
    if let turn = next() { WorkerThreads.shared.start { self.serve(turn) } }
  }

  /// What has the connection that is free now.
  private func next() -> Turn? {
    let (turn, cancelled) = state.withLock { state -> (Turn?, [Turn]) in
      var (waiting, cancelled): ([Turn], [Turn]) = ([], [])
      for turn in state.waiting {
        if turn.isCancelled { cancelled.append(turn) } else { waiting.append(turn) }
      }
      let first = waiting.isEmpty ? nil : waiting.removeFirst()
      state.waiting = waiting
      if first == nil { state.lent -= 1 }
      return (first, cancelled)
    }
    // Freed outside the lock, as what their work has captured may come back here.
    withExtendedLifetime(cancelled) {}
    return turn
  }

  /// On a thread that may block.
  private func lend<Value>(to body: (PostgresConnection) throws -> Value, _ turn: Turn) throws -> Value {
    if turn.isCancelled { throw CancellationError() }
    let connection = try idle() ?? open()
    connection.isCancelled = { turn.isCancelled }
    connection.answerLimit = configuration.answerLimit
    defer {
      connection.isCancelled = { false }
      if connection.isAbandoned { turn.leaveServerBusy() }
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
      let connection = try PostgresConnection(
        address,
        patience: configuration.patience,
        answerLimit: configuration.answerLimit
      )
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

/// A piece of work that is to have a connection.
private final class Turn: Sendable {
  private struct State: Sendable {
    var isCancelled = false
    var leavesServerBusy = false
  }

  /// Gives what tells the outcome.
  let work: @Sendable (Turn) -> @Sendable () -> Void
  private let state = Lock(State())

  init(_ work: @escaping @Sendable (Turn) -> @Sendable () -> Void) {
    self.work = work
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }
  /// Whether its connection was closed while the server was busy with it.
  var leavesServerBusy: Bool { state.withLock { $0.leavesServerBusy } }

  func cancel() { state.withLock { $0.isCancelled = true } }

  func leaveServerBusy() { state.withLock { $0.leavesServerBusy = true } }
}
