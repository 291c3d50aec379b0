import Foundation
import GRDB

extension Library {
  /// How many things a page may have.
  public static let pageSizes = 1...200

  /// Some of the things, newest first.
  ///
  /// - Parameters:
  ///   - cursor: Where the page begins, as an earlier page told it; `nil` begins with the newest.
  ///   - limit: How many things; taken to the nearest of ``pageSizes``.
  public func page(
    after cursor: LibraryCursor? = nil,
    limit: Int = 50
  ) async throws(LibraryError) -> LibraryPage {
    let limit = min(max(limit, Self.pageSizes.lowerBound), Self.pageSizes.upperBound)
    let found = try await read { database in
      var request = SavedThing.order(Column("place").desc).limit(limit + 1)
      if let cursor { request = request.filter(Column("place") < cursor.place) }
      return try request.fetchAll(database)
    }
    let things = Array(found.prefix(limit))
    return LibraryPage(things: things, next: found.count > limit ? things.last.map(LibraryCursor.init) : nil)
  }

  /// One thing, or `nil` where there is none.
  public func thing(_ id: Int64) async throws(LibraryError) -> SavedThing? {
    try await read { try SavedThing.filter(Column("id") == id).fetchOne($0) }
  }

  /// Deletes a thing.
  ///
  /// - Returns: False where there is none.
  /// - Throws: ``LibraryError``; `CancellationError`.
  public func delete(_ id: Int64) async throws -> Bool {
    try await write { try SavedThing.filter(Column("id") == id).deleteAll($0) > 0 }
  }
}
