import CPostgres
import Foundation

/// One connection to a database. Its calls block: it is given by ``PostgresPool`` to work that has a thread for it, and is
/// not to be kept beyond that.
public final class PostgresConnection {
  private let connection: OpaquePointer
  /// Statements that the server knows by name.
  private var prepared: [Statement: String] = [:]

  private struct Statement: Hashable {
    let text: String
    /// A null has none: the server finds one by itself, and may find another where the value has one.
    let types: [UInt32]
  }

  /// Whether the server was told to begin a transaction, and neither to commit nor to take it back.
  private(set) var isInTransaction = false

  /// Whether the work that it is lent to has been cancelled: nothing more is asked of the server then.
  var isCancelled: () -> Bool = { false }

  /// So that the server notices soon, too, that nobody is there any more: until then, what a transaction has locked stays so,
  /// and all others wait for it. Of one that was cut off while an answer was on its way to it the third setting tells.
  private static let settings = """
    SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;
    SET tcp_user_timeout = 3000; SET idle_in_transaction_session_timeout = '15s'
    """

  /// How many statements are kept prepared. A program has a few dozen; one that makes them up is not to fill the server.
  private static let mostPrepared = 500

  /// - Throws: ``PostgresError/cannotConnect(reason:)``.
  init(_ address: PostgresAddress, patience: Duration) throws(PostgresError) {
    let seconds = max(2, Int((patience / .seconds(1)).rounded(.up)))
    // A server that was cut off answers nothing: without these it is waited for until the system gives up, in a quarter of
    // an hour.
    let options = [
      "dbname": address.text, "connect_timeout": "\(seconds)", "keepalives_idle": "5",
      "keepalives_interval": "2",
      "keepalives_count": "3", "tcp_user_timeout": "5000", "client_encoding": "UTF8",
      "fallback_application_name": "errands",
    ]
    let names = options.keys.sorted()
    let opened = Self.withStrings(names) { keywords in
      Self.withStrings(names.map { options[$0] ?? "" }) { PQconnectdbParams(keywords, $0, 1) }
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
    try send(Self.settings)
  }

  deinit { PQfinish(connection) }

  /// Whether it can be used again.
  var isUsable: Bool {
    PQstatus(connection) == CONNECTION_OK && PQtransactionStatus(connection) == PQTRANS_IDLE
  }

  /// Whether the server has not gone meanwhile: to one that asks nothing it says little else than that it ends.
  var isAlive: Bool { !readable([socket], within: 0)[0] }

  /// What ends a query from another thread.
  func canceller() -> PostgresCanceller? { PQgetCancel(connection).map { PostgresCanceller($0) } }

  /// Does one statement, with values in the place of `$1`, `$2` and so on.
  ///
  /// - Returns: The rows that it gives.
  /// - Throws: ``PostgresError``.
  @discardableResult
  public func execute(_ statement: String, _ values: [PostgresValue] = []) throws -> [PostgresRow] {
    try outcome(of: statement, values).rows()
  }

  /// Does one statement that changes rows.
  ///
  /// - Returns: How many it has changed.
  /// - Throws: ``PostgresError``.
  @discardableResult
  public func change(_ statement: String, _ values: [PostgresValue] = []) throws -> Int {
    try outcome(of: statement, values).changeCount
  }

  /// Does several statements without values, as of a migration.
  ///
  /// - Throws: ``PostgresError``.
  public func script(_ statements: String) throws {
    if isCancelled() { throw CancellationError() }
    try send(statements)
  }

  private func send(_ statements: String) throws(PostgresError) {
    _ = try checked(PQexec(connection, statements))
  }

  /// Does work in one transaction: all of it is there behind it, or nothing.
  ///
  /// - Throws: What the work throws, behind which nothing of it is there; ``PostgresError/commitUnknown(reason:)`` where the
  ///   connection broke at the end.
  public func transaction<Value>(_ work: (PostgresConnection) throws -> Value) throws -> Value {
    // One within another is a part of it.
    if isInTransaction { return try work(self) }
    try script("BEGIN")
    isInTransaction = true
    defer { isInTransaction = false }
    let value: Value
    do {
      value = try work(self)
    } catch {
      // Where that fails, the connection is broken, and the server takes it back by itself.
      try? send("ROLLBACK")
      throw error
    }
    do {
      try send("COMMIT")
    } catch PostgresError.connectionLost(let reason) {
      throw PostgresError.commitUnknown(reason: reason)
    }
    return value
  }

  // MARK: Listening

  /// What becomes ready to be read when the server has said something.
  var socket: Int32 { PQsocket(connection) }

  /// Reads what the server has said without being asked, and gives what is made of it.
  func take<Answer>(_ body: (OpaquePointer) -> Answer) throws(PostgresError) -> Answer {
    guard PQconsumeInput(connection) == 1 else {
      throw .connectionLost(reason: Self.sentence(PQerrorMessage(connection)))
    }
    return body(connection)
  }

  // MARK: Parts

  private func outcome(of statement: String, _ values: [PostgresValue]) throws -> PostgresOutcome {
    if isCancelled() { throw CancellationError() }
    let name = try name(of: statement, values)
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
    return try checked(
      PQexecPrepared(connection, name, Int32(values.count), pointers, &lengths, &formats, 1)
    )
  }

  /// Under which the server knows the statement, from now on if not before.
  private func name(of statement: String, _ values: [PostgresValue]) throws(PostgresError) -> String {
    let key = Statement(text: statement, types: values.map(\.type))
    if let name = prepared[key] { return name }
    if prepared.count >= Self.mostPrepared {
      _ = try checked(PQexec(connection, "DEALLOCATE ALL"))
      prepared = [:]
    }
    let name = "errands\(prepared.count)"
    _ = try checked(PQprepare(connection, name, statement, Int32(key.types.count), key.types))
    prepared[key] = name
    return name
  }

  private func checked(_ result: OpaquePointer?) throws(PostgresError) -> PostgresOutcome {
    guard let result else { throw .connectionLost(reason: Self.sentence(PQerrorMessage(connection))) }
    let outcome = PostgresOutcome(result)
    if outcome.isSuccess { return outcome }
    // A server that ends says so, and closes the connection behind it.
    guard let refusal = outcome.refusal, PQstatus(connection) == CONNECTION_OK || !refusal.state.isEmpty
    else {
      throw .connectionLost(reason: Self.sentence(PQerrorMessage(connection)))
    }
    throw .server(refusal)
  }

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

/// What the server has answered to a statement.
final class PostgresOutcome {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) {
    self.result = result
  }

  deinit { PQclear(result) }

  var isSuccess: Bool {
    let status = PQresultStatus(result)
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY
  }

  /// Nil where it has not said what is wrong.
  var refusal: PostgresError.Refusal? {
    guard let state = field("C") else { return nil }
    return PostgresError.Refusal(state: state, message: field("M") ?? "", constraint: field("n"))
  }

  /// By the letter of the protocol's error fields (PostgreSQL's documentation, 55.8).
  private func field(_ letter: Unicode.Scalar) -> String? {
    PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
  }

  var changeCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

  func rows() -> [PostgresRow] {
    let width = PQnfields(result)
    let names = (0..<width).map { String(cString: PQfname(result, $0)) }
    let columns = PostgresRow.Columns(
      types: (0..<width).map { PQftype(result, $0) },
      places: Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    )
    return (0..<PQntuples(result)).map { row in
      PostgresRow(columns: columns, values: (0..<width).map { value(row, $0) })
    }
  }

  private func value(_ row: Int32, _ column: Int32) -> [UInt8]? {
    guard PQgetisnull(result, row, column) == 0, let bytes = PQgetvalue(result, row, column) else {
      return nil
    }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(PQgetlength(result, row, column))))
  }
}

/// Ends the query that a connection is busy with, from any thread.
final class PostgresCanceller: @unchecked Sendable {
  // Sendable: what libpq gives for that is never changed, and is made for use from other threads.
  private let cancel: OpaquePointer

  fileprivate init(_ cancel: OpaquePointer) {
    self.cancel = cancel
  }

  deinit { PQfreeCancel(cancel) }

  /// Blocks until the server has been told. Where there is no query any more, nothing comes of it.
  func callAsFunction() {
    var error = [CChar](repeating: 0, count: 256)
    PQcancel(cancel, &error, 256)
  }
}
