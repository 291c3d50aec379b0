import ErrandsLoading
import Foundation

/// The statements of a cache. Times are seconds of the database's own clock.
struct CacheTables: Sendable {
  let name: String
  private let byteLimit: Int64
  /// How long a lease is.
  private let seconds: Double

  init(_ configuration: PostgresCache.Configuration) {
    name = configuration.name
    byteLimit = configuration.byteLimit
    seconds = configuration.lease / .seconds(1)
  }

  /// Whether something can be kept under a key: it stands in an index, and is told in a notification.
  static func takes(_ key: String) -> Bool { key.utf8.count <= 2_000 && !key.utf8.contains(0) }

  static let now = "extract(epoch FROM clock_timestamp())::double precision"
  /// How far behind the time may be that says when an entry was read last: a write for each read would cost more than it.
  private static let coarseness = 60.0

  func read(_ key: String, in database: PostgresConnection) throws -> Data? {
    let row = try database.execute(
      "SELECT bytes, used < \(Self.now) - $2 AS is_old FROM \"\(name)\" WHERE key = $1 AND (expires IS NULL OR expires > \(Self.now))",
      [.text(key), .double(Self.coarseness)]
    ).first
    guard let row else { return nil }
    if try row.value("is_old") {
      try database.execute("UPDATE \"\(name)\" SET used = \(Self.now) WHERE key = $1", [.text(key)])
    }
    return try row.value("bytes")
  }

  /// What is under the key of a lease, or whose it is to make it.
  struct Look {
    let data: Data?
    /// Whether the lease is the holder's from now on, also where there is something by now.
    let isTaken: Bool
    /// How many seconds another has left where it is not.
    let others: Double
  }

  func look(for lease: CacheLease, in database: PostgresConnection) throws -> Look {
    let row = try database.execute(
      "SELECT * FROM \"\(name)_look\"($1, $2, $3, $4)",
      [.text(lease.key), .text(lease.holder), .double(seconds), .double(Self.coarseness)]
    )[0]
    return Look(
      data: try row.optional("bytes"),
      isTaken: try row.value("is_taken"),
      others: try row.optional("others") ?? 0
    )
  }

  func renew(_ leases: [CacheLease], in database: PostgresConnection) throws {
    try database.execute(
      "UPDATE \"\(name)_lease\" SET until = \(Self.now) + $3 WHERE key = ANY($1) AND holder = ANY($2)",
      [.texts(leases.map(\.key)), .texts(leases.map(\.holder)), .double(seconds)]
    )
  }

  static func unkeptChannel(_ name: String) -> String { name + "_unkept" }

  /// And tells those that wait.
  ///
  /// - Parameter eachForItself: Whether those are to make it without a lease, as it may not be kept or could not be made.
  func giveBack(_ lease: CacheLease, eachForItself: Bool = false, in database: PostgresConnection) throws {
    try database.execute(
      """
      WITH lease AS (DELETE FROM "\(name)_lease" WHERE key = $1 AND holder = $2 RETURNING is_awaited)
      SELECT pg_notify($3, $1) FROM lease WHERE is_awaited
      """,
      [.text(lease.key), .text(lease.holder), .text(eachForItself ? Self.unkeptChannel(name) : name)]
    )
  }

  /// Keeps what was made under a lease, and gives that back.
  ///
  /// - Parameter followed: Up to which purge all had followed of which it may have been made.
  func finish(
    _ lease: CacheLease,
    _ made: SharedValue,
    followed: Int64,
    in database: PostgresConnection
  ) throws {
    if made.lifetime.map({ $0 <= .zero }) ?? false {
      return try giveBack(lease, eachForItself: true, in: database)
    }
    if try add(made, under: lease, followed: followed, in: database) { return }
    try database.transaction { database in
      let size = try lockSize(in: database)
      // What is removed while it is being made does not come back.
      guard try isHeld(lease, in: database) else { return }
      if try isPurged(lease.key, since: followed, in: database) { return try giveBack(lease, in: database) }
      try put(made.data, lease.key, made.lifetime, beside: size, in: database)
      try giveBack(lease, in: database)
    }
  }

  /// The same in one statement; false, and nothing is done, where something is in its place already, there is no room, or there
  /// is more to look at.
  private func add(
    _ made: SharedValue,
    under lease: CacheLease,
    followed: Int64,
    in database: PostgresConnection
  ) throws -> Bool {
    let count = Int64(made.data.count)
    guard count <= byteLimit / 4 else { return false }
    return try database.execute(
      """
      WITH room AS MATERIALIZED (SELECT bytes, purges FROM "\(name)_size" FOR UPDATE),
      -- Behind the other lock, as where something is removed: otherwise each might wait for the other.
      held AS MATERIALIZED (
        SELECT FROM "\(name)_lease" WHERE key = $1 AND holder = $6 AND EXISTS (SELECT FROM room) FOR UPDATE
      ),
      kept AS (
        INSERT INTO "\(name)" (key, bytes, size, expires, used)
        SELECT $1, $2, $3, \(Self.now) + $4, \(Self.now) FROM room, held
        WHERE room.bytes + $3 <= $5 AND room.purges <= $8 AND EXISTS (SELECT FROM "\(name)_counted")
        ON CONFLICT DO NOTHING RETURNING key
      ),
      counted AS (UPDATE "\(name)_size" SET bytes = bytes + $3 WHERE EXISTS (SELECT FROM kept)),
      lease AS (
        DELETE FROM "\(name)_lease" WHERE key = $1 AND holder = $6 AND EXISTS (SELECT FROM kept)
        RETURNING is_awaited
      ),
      told AS (SELECT pg_notify($7, $1) FROM lease WHERE is_awaited)
      SELECT (SELECT count(*) FROM told), set_config('synchronous_commit', 'off', true) FROM kept
      """,
      [
        .text(lease.key), .bytes(made.data), .int(count), .seconds(made.lifetime), .int(byteLimit),
        .text(lease.holder),
        .text(name), .int(followed),
      ]
    ).count == 1
  }

  func write(_ data: Data, _ key: String, _ lifetime: Duration?, in database: PostgresConnection) throws {
    try put(data, key, lifetime, beside: try lockSize(in: database), in: database)
  }

  /// The same, where the size is locked: it has one writer at a time, so that the limit holds for all of them together.
  private func put(
    _ data: Data,
    _ key: String,
    _ lifetime: Duration?,
    beside size: Int64,
    in database: PostgresConnection
  ) throws {
    // What can be made again need not be on the disk when the size is free for the next.
    try database.execute("SELECT set_config('synchronous_commit', 'off', true)")
    let old = try database.execute("DELETE FROM \"\(name)\" WHERE key = $1 RETURNING size", [.text(key)])
      .first
    var kept = size - (try old?.value("size", as: Int64.self) ?? 0)
    let count = Int64(data.count)
    // One that no other would be left beside is not kept.
    if count <= byteLimit / 4 {
      kept = try makeRoom(for: count, beside: kept, in: database) + count
      try database.execute(
        "INSERT INTO \"\(name)\" (key, bytes, size, expires, used) VALUES ($1, $2, $3, \(Self.now) + $4, \(Self.now))",
        [
          .text(key), .bytes(data), .int(count), .seconds(lifetime),
        ]
      )
    }
    try database.execute("UPDATE \"\(name)_size\" SET bytes = $1", [.int(max(0, kept))])
  }

  /// Lets go of what has expired, and of what was not read for the longest time, until there is room.
  ///
  /// - Returns: How many bytes are kept then.
  private func makeRoom(for count: Int64, beside kept: Int64, in database: PostgresConnection) throws -> Int64
  {
    var kept = kept
    while kept + count > byteLimit {
      let gone = try database.execute(
        """
        DELETE FROM "\(name)" WHERE key IN (SELECT key FROM "\(name)" ORDER BY expires > \(Self.now), used LIMIT 16)
        RETURNING size
        """
      )
      if gone.isEmpty { return 0 }
      kept -= try gone.reduce(0) { $0 + (try $1.value("size", as: Int64.self)) }
    }
    return max(0, kept)
  }

  /// Removes what is under keys for which the condition holds, in which `$1` is the text. Who makes something for them loses his
  /// lease, and those that wait for him make it anew.
  ///
  /// - Returns: How many there were.
  func remove(where condition: Condition, _ text: String, in database: PostgresConnection) throws -> Int {
    try lockSize(in: database)
    try database.execute(
      """
      WITH gone AS (DELETE FROM "\(name)_lease" WHERE \(condition.rawValue) RETURNING key, is_awaited)
      SELECT pg_notify($2, key) FROM gone WHERE is_awaited
      """,
      [.text(text), .text(name)]
    )
    let gone = try database.execute(
      "DELETE FROM \"\(name)\" WHERE \(condition.rawValue) RETURNING size",
      [.text(text)]
    )
    let bytes = try gone.reduce(Int64(0)) { $0 + (try $1.value("size", as: Int64.self)) }
    try database.execute("UPDATE \"\(name)_size\" SET bytes = greatest(0, bytes - $1)", [.int(bytes)])
    return gone.count
  }

  enum Condition: String {
    case begins = "starts_with(key, $1)"
    case contains = "strpos(key, $1) > 0"
  }

  /// How many bytes there are, which no other changes before the transaction ends. They are counted behind a crash.
  @discardableResult
  private func lockSize(in database: PostgresConnection) throws -> Int64 {
    let row = try only(
      database.execute(
        "SELECT bytes, EXISTS (SELECT FROM \"\(name)_counted\") AS is_right FROM \"\(name)_size\" FOR UPDATE"
      )
    )
    if try row.value("is_right") { return try row.value("bytes") }
    try database.execute("INSERT INTO \"\(name)_counted\" VALUES (true)")
    return try only(
      database.execute(
        "UPDATE \"\(name)_size\" SET bytes = (SELECT coalesce(sum(size), 0) FROM \"\(name)\") RETURNING bytes"
      )
    ).value("bytes")
  }

  /// The row of a table that has one.
  func only(_ rows: [PostgresRow]) throws -> PostgresRow {
    guard let row = rows.first else {
      throw PostgresError.value(column: "bytes", reason: "is missing: \(name)_size has no row")
    }
    return row
  }

  private func isHeld(_ lease: CacheLease, in database: PostgresConnection) throws -> Bool {
    try !database.execute(
      "SELECT FROM \"\(name)_lease\" WHERE key = $1 AND holder = $2",
      [.text(lease.key), .text(lease.holder)]
    ).isEmpty
  }

  func statistics(in database: PostgresConnection) throws -> (entries: Int, bytes: Int64) {
    let row = try database.execute(
      "SELECT count(*) AS entries, coalesce(sum(size), 0)::bigint AS bytes FROM \"\(name)\""
    )[0]
    return (try row.value("entries"), try row.value("bytes"))
  }
}

extension PostgresValue {
  /// Without end for none.
  fileprivate static func seconds(_ duration: Duration?) -> PostgresValue {
    .double(duration.map { $0 / .seconds(1) } ?? .infinity)
  }
}
