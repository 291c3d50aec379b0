import CPostgres
import Foundation

/// One connection to a database. Its calls block: it is given by ``PostgresPool`` to work that has a thread for it, and is
/// not to be kept beyond that.
public final class PostgresConnection {
  /// Nil once it has been closed.
  private(set) var connection: OpaquePointer?
  /// Whether it was closed while the server was busy with it, which notices that only some time later.
  private(set) var isAbandoned = false
  /// Statements that the server knows by name.
  private var prepared: [Statement: String] = [:]
  /// Whether one of them does not fit to its tables any more.
  private var isOutdated = false

  private struct Statement: Hashable {
    let text: String
    /// A null has none: the server finds one by itself, and may find another where the value has one.
    let types: [UInt32]
  }

  /// Whether the server was told to begin a transaction, and neither to commit nor to take it back.
  private(set) var isInTransaction = false
  /// What the server has refused, and nothing has been done behind that: the reason why a transaction that goes on is taken back.
  var refused: PostgresError?

  /// For how long the server may say nothing to a statement: ``PostgresPool/Configuration/answerLimit``, unless the work
  /// that has the connection says otherwise, for as long as it has it. Nil for as long as the server likes, as with a
  /// statement that waits for others.
  public var answerLimit: Duration?

  /// Whether the work that it is lent to has been cancelled: nothing more is asked of the server then.
  var isCancelled: () -> Bool = { false }

  /// Statements that wait for one another's locks look at what the other has done, whatever the database has as its default.
  ///
  /// So that the server notices soon, too, that nobody is there any more: until then, what a transaction has locked stays so,
  /// and all others wait for it. Of one that was cut off while an answer was on its way to it the third setting tells.
  private static let settings = """
    SET default_transaction_isolation = 'read committed';
    SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;
    SET tcp_user_timeout = 3000; SET idle_in_transaction_session_timeout = '15s'
    """

  /// A query that nobody waits for any more ends so by itself. PostgreSQL knows it from 14 on, and not on every system.
  private static let checking = """
    SELECT set_config(name, '1s', false) FROM pg_settings WHERE name = 'client_connection_check_interval'
    """
  /// How long the server takes, by that, to notice that a connection was closed, and a little more.
  static let noticing = Duration.milliseconds(1_500)

  /// How many statements are kept prepared. A program has a few dozen; one that makes them up is not to fill the server.
  private static let mostPrepared = 500

  /// - Throws: ``PostgresError/cannotConnect(reason:)``; what a first statement fails with.
  init(
    _ address: PostgresAddress,
    patience: Duration,
    answerLimit: Duration? = PostgresPool.Configuration().answerLimit
  ) throws(PostgresError) {
    self.answerLimit = answerLimit
    let seconds = max(2, Int((patience / .seconds(1)).rounded(.up)))
    // A server that was cut off answers nothing: without these it is waited for until the system gives up, in a quarter of
    // an hour.
    //
    // The address may say otherwise of what stands before it, and of nothing behind it: text is read and written here as UTF-8.
    let options = [
      ("connect_timeout", "\(seconds)"), ("dbname", address.text), ("client_encoding", "UTF8"),
      ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "5000"), ("fallback_application_name", "errands"),
    ]
    let opened = Self.withStrings(options.map(\.0)) { keywords in
      Self.withStrings(options.map(\.1)) { PQconnectdbParams(keywords, $0, 1) }
    }
    guard let opened else { throw .cannotConnect(reason: "there is no memory for a connection") }
    guard PQstatus(opened) == CONNECTION_OK else {
      let reason = Self.sentence(PQerrorMessage(opened))
      PQfinish(opened)
      throw .cannotConnect(reason: reason)
    }
    connection = opened
    // Notices, as of a table that is there already, would be written to standard error.
    PQsetNoticeReceiver(connection, { _, _ in }, nil)
    PQsetnonblocking(connection, 1)
    do {
      try send(Self.settings)
      do { try send(Self.checking) } catch PostgresError.server {}
    } catch let error as PostgresError {
      throw error
    } catch {
      throw .connectionLost(reason: "\(error)")
    }
  }

  deinit { PQfinish(connection) }

  /// At once, whatever the server is busy with.
  func abandon() {
    PQfinish(connection)
    (connection, isAbandoned) = (nil, true)
  }

  /// Whether it can be used again.
  var isUsable: Bool {
    PQstatus(connection) == CONNECTION_OK && PQtransactionStatus(connection) == PQTRANS_IDLE
  }

  /// Whether the server has not gone meanwhile: to one that asks nothing it says little else than that it ends.
  var isAlive: Bool { !readable([socket], within: 0)[0] }

  /// Does one statement, with values in the place of `$1`, `$2` and so on.
  ///
  /// - Returns: The rows that it gives.
  /// - Throws: ``PostgresError``.
  @discardableResult
  public func execute(_ statement: String, _ values: [PostgresValue] = []) throws -> [PostgresRow] {
    try outcome(ofStatement: statement, values).rows()
  }

  /// Does one statement that changes rows.
  ///
  /// - Returns: How many it has changed.
  /// - Throws: ``PostgresError``.
  @discardableResult
  public func change(_ statement: String, _ values: [PostgresValue] = []) throws -> Int {
    try outcome(ofStatement: statement, values).changeCount
  }

  /// Does several statements without values, as of a migration.
  ///
  /// - Throws: ``PostgresError``.
  public func script(_ statements: String) throws {
    if isCancelled() { throw CancellationError() }
    try send(statements)
  }

  private func send(_ statements: String) throws {
    _ = try answer(sent: PQsendQuery(connection, statements))
  }

  /// Does work in one transaction: all of it is there behind it, or nothing.
  ///
  /// - Throws: What the work throws, behind which nothing of it is there, or what the server refused to a statement whose error
  ///   the work has caught; ``PostgresError/commitUnknown(reason:)`` where the connection broke at the end.
  public func transaction<Value>(_ work: (PostgresConnection) throws -> Value) throws -> Value {
    // One within another is a part of it.
    if isInTransaction { return try work(self) }
    try script("BEGIN")
    isInTransaction = true
    defer { isInTransaction = false }
    let value: Value
    do {
      value = try work(self)
      // What nobody waits for any more may have been let through meanwhile.
      if isCancelled() { throw CancellationError() }
    } catch {
      // Where that fails, the connection is broken, and the server takes it back by itself.
      try? send("ROLLBACK")
      throw error
    }
    let refused = refused
    do {
      // Behind an error there is nothing to make fast: the server takes all back, and says that it has done what it was asked for.
      let answer = try answer(sent: PQsendQuery(connection, "COMMIT"))
      if answer.tag == "ROLLBACK" { throw refused ?? Self.aborted }
    } catch PostgresError.connectionLost(let reason) {
      throw PostgresError.commitUnknown(reason: reason)
    }
    return value
  }

  private static let aborted = PostgresError.server(
    .init(state: "25P02", message: "the transaction has failed before")
  )

  // MARK: Listening

  /// What becomes ready to be read when the server has said something.
  var socket: Int32 { PQsocket(connection) }

  /// Reads what the server has said without being asked, and gives what is made of it.
  func take<Answer>(_ body: (OpaquePointer) -> Answer) throws(PostgresError) -> Answer {
    guard let connection, PQconsumeInput(connection) == 1 else { throw lost() }
    return body(connection)
  }

  // MARK: Parts

  private func outcome(ofStatement statement: String, _ values: [PostgresValue]) throws -> PostgresOutcome {
    if isCancelled() { throw CancellationError() }
    let key = Statement(text: statement, types: values.map(\.type))
    let wasKnown = !isOutdated && prepared[key] != nil
    do {
      return try outcome(of: name(of: key), values)
    } catch PostgresError.server(let refusal) where wasKnown && refusal.state == "0A000" {
      // A column that another program has added changes what `SELECT *` gives: what was prepared before is refused, for as long as
      // the connection lives. Nothing has been done by that. What cannot be done at all is refused again.
      isOutdated = true
      if PQtransactionStatus(connection) == PQTRANS_IDLE { return try outcome(of: name(of: key), values) }
      // As where another transaction is in the way: that of the other program was.
      let collision = PostgresError.server(.init(state: "40001", message: refusal.message))
      refused = collision
      throw collision
    }
  }

  private func outcome(of name: String, _ values: [PostgresValue]) throws -> PostgresOutcome {
    let encoded = values.map(\.encoded)
    var lengths = encoded.map { Int32($0?.count ?? 0) }
    var formats = Array(repeating: Int32(1), count: values.count)
    let buffers = encoded.map { bytes -> UnsafeMutablePointer<UInt8>? in
      guard let bytes else { return nil }
      // Where there is nothing in it, it is still no null.
      let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
      buffer.initialize(repeating: 0, count: max(1, bytes.count))
      buffer.update(from: bytes, count: bytes.count)
      return buffer
    }
    defer { for buffer in buffers { buffer?.deallocate() } }
    let pointers = buffers.map { buffer in
      buffer.map { UnsafePointer(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) }
    }
    return try answer(
      sent: PQsendQueryPrepared(connection, name, Int32(values.count), pointers, &lengths, &formats, 1)
    )
  }

  /// Under which the server knows the statement, from now on if not before.
  private func name(of statement: Statement) throws -> String {
    if isOutdated || (prepared[statement] == nil && prepared.count >= Self.mostPrepared) {
      try send("DEALLOCATE ALL")
      (prepared, isOutdated) = ([:], false)
    }
    if let name = prepared[statement] { return name }
    let name = "errands\(prepared.count)"
    let types = statement.types
    _ = try answer(sent: PQsendPrepare(connection, name, statement.text, Int32(types.count), types))
    prepared[statement] = name
    return name
  }

  func lost() -> PostgresError { .connectionLost(reason: Self.sentence(PQerrorMessage(connection))) }

  /// What libpq says, on one line, without what it puts before it.
  static func sentence(_ message: UnsafeMutablePointer<CChar>?) -> String {
    let text = message.map { String(cString: $0) } ?? ""
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
    // A sentence goes on behind it.
    let sentence = lines.joined(separator: "; ").trimmingCharacters(in: CharacterSet(charactersIn: ".? "))
    return sentence.isEmpty ? "nothing is known of why" : sentence
  }

  /// An array of C strings that ends with a null.
  private static func withStrings<Answer>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Answer
  ) -> Answer {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { UnsafePointer($0) } + [nil])
  }
}
