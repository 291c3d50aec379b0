import ErrandsPostgres
import Foundation

extension PostgresLibrary {
  /// A secret of that name that all servers have: of two that bring one, that of the first.
  ///
  /// - Throws: ``LibraryError``.
  public func secret(_ name: String, orElse new: Data) async throws -> Data {
    try await pool.write { database in
      try database.execute(
        "INSERT INTO gallery_secret (name, bytes) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
        [.text(name), .bytes(new)]
      )
      return try database.execute("SELECT bytes FROM gallery_secret WHERE name = $1", [.text(name)])[0]
        .value("bytes")
    }
  }
}
