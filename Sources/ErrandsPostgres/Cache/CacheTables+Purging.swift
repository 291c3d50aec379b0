import ErrandsLoading
import Foundation

/// How far a cache has followed what was purged, in which database.
struct PurgeMark: Sendable, Hashable, Codable {
  let database: String
  let number: Int64
  /// That of the last purge: a database that was set back gives its number to another. Empty before the first.
  var id = ""
}

/// What has been purged since a mark, as far as it is known.
struct PurgeNews: Sendable, Hashable {
  /// The last.
  let mark: PurgeMark
  /// What the purge at the mark that was asked about is called here; nil where it is not known any more.
  let idThere: String?
  /// Those behind the mark that was asked about, the newest of them where they are many, each with its number.
  let parts: [Int64: CachePart]

  /// What a cache with a mark has to be purged of; everything where not all is known that it has missed.
  func missed(since mark: PurgeMark?) -> [CachePart] {
    let isHere = mark?.database == self.mark.database
    let known = isHere ? mark?.number ?? 0 : 0
    // A database that was set back counts on from there.
    if isHere, known > 0, idThere != mark?.id { return [.all] }
    let missed = parts.filter { $0.key > known }
    guard missed.count == self.mark.number - known else { return [.all] }
    return missed.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension CacheTables {
  /// A server that has missed more than these purges everything.
  private static let purgesKept: Int64 = 1_000

  static func purgeChannel(_ name: String) -> String { name + "_purge" }

  /// Removes a part here, and writes down that it was.
  func purge(_ part: CachePart, in database: PostgresConnection) throws {
    // The row is held until the transaction ends: numbers are seen in their order, and none is left out.
    let number = try only(
      database.execute("UPDATE \"\(name)_size\" SET purges = purges + 1 RETURNING purges")
    )
    .value("purges", as: Int64.self)
    _ = try remove(where: .contains, part.mark, in: database)
    try database.execute(
      "INSERT INTO \"\(name)_purge\" (number, part, mark) VALUES ($1, $2, $3)",
      [
        .int(number), .text(String(decoding: try JSONEncoder().encode(part), as: UTF8.self)),
        .text(part.mark),
      ]
    )
    try database.execute(
      "DELETE FROM \"\(name)_purge\" WHERE number <= $1",
      [.int(number - Self.purgesKept)]
    )
    try database.execute(
      "SELECT pg_notify($1, $2)",
      [.text(Self.purgeChannel(name)), .text("\(number)")]
    )
  }

  /// Whether what is under a key may have been purged behind a number.
  func isPurged(_ key: String, since number: Int64, in database: PostgresConnection) throws -> Bool {
    try only(
      database.execute(
        """
        SELECT count(purge.number) < max(size.purges) - $2 OR coalesce(bool_or(strpos($1, purge.mark) > 0), false) AS is_purged
        FROM "\(name)_size" AS size LEFT JOIN "\(name)_purge" AS purge ON purge.number > $2
        """,
        [.text(key), .int(number)]
      )
    ).value("is_purged")
  }

  func purges(since mark: PurgeMark?, in database: PostgresConnection) throws -> PurgeNews {
    // In one statement, and so as of one moment.
    let rows = try database.execute(
      """
      SELECT size.id, size.purges, purge.number, purge.part,
        (SELECT id FROM "\(name)_purge" WHERE number = size.purges) AS last,
        (SELECT id FROM "\(name)_purge" WHERE number = $2) AS there
      FROM "\(name)_size" AS size
      LEFT JOIN "\(name)_purge" AS purge ON purge.number > CASE WHEN size.id = $1 THEN $2 ELSE 0 END
      """,
      [.text(mark?.database ?? ""), .int(mark?.number ?? 0)]
    )
    var parts: [Int64: CachePart] = [:]
    for row in rows {
      guard let number = try row.optional("number", as: Int64.self) else { continue }
      let text = try row.value("part", as: String.self)
      // A newer program may purge what this one knows no word for.
      parts[number] = (try? JSONDecoder().decode(CachePart.self, from: Data(text.utf8))) ?? .all
    }
    let first = try only(rows)
    let last = PurgeMark(
      database: try first.value("id"),
      number: try first.value("purges"),
      id: try first.optional("last") ?? ""
    )
    return PurgeNews(mark: last, idThere: try first.optional("there"), parts: parts)
  }
}
