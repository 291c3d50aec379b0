import ErrandsLoading
import Foundation

/// How far a cache has followed what was purged, in which database.
struct PurgeMark: Sendable, Hashable, Codable {
  let database: String
  let number: Int64
}

/// What has been purged since a mark, as far as it is known.
struct PurgeNews: Sendable, Hashable {
  /// The last.
  let mark: PurgeMark
  /// Those behind the mark that was asked about, the newest of them where they are many, each with its number.
  let parts: [Int64: CachePart]

  /// What a cache with a mark has to be purged of; everything where not all is known that it has missed.
  func missed(since mark: PurgeMark?) -> [CachePart] {
    let known = mark.flatMap { $0.database == self.mark.database ? $0.number : nil } ?? 0
    // A database that was set back begins to count anew from there.
    guard known <= self.mark.number else { return [.all] }
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
    let number = try database.execute("UPDATE \"\(name)_size\" SET purges = purges + 1 RETURNING purges")[0]
      .value("purges", as: Int64.self)
    _ = try remove(where: .contains, part.mark, in: database)
    try database.execute(
      "INSERT INTO \"\(name)_purge\" (number, part) VALUES ($1, $2)",
      [.int(number), .text(String(decoding: try JSONEncoder().encode(part), as: UTF8.self))]
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

  func purges(since mark: PurgeMark?, in database: PostgresConnection) throws -> PurgeNews {
    // In one statement, and so as of one moment.
    let rows = try database.execute(
      """
      SELECT size.id, size.purges, purge.number, purge.part FROM "\(name)_size" AS size
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
    let last = PurgeMark(database: try rows[0].value("id"), number: try rows[0].value("purges"))
    return PurgeNews(mark: last, parts: parts)
  }
}
