import Foundation
import GRDB
import GalleryJobs

extension Library: LibraryStore {
  public var batches: any BatchStore { SQLiteBatchStore(self) }

  /// How many things a page may have.
  public static let pageSizes = 1...200

  package static func pageSize(nearest limit: Int) -> Int {
    min(max(limit, pageSizes.lowerBound), pageSizes.upperBound)
  }

  /// How many things there are.
  public var count: Int {
    get async throws {
      // Whoever asks whether it is there must not be told of a file that was replaced.
      try file.check()
      return try await read { try SavedThing.fetchCount($0) }
    }
  }

  /// Some of the things that a search finds, newest first.
  ///
  /// - Parameters:
  ///   - cursor: Where the page begins, as an earlier page told it; `nil` begins with the newest.
  ///   - limit: How many things; taken to the nearest of ``pageSizes``.
  public func page(
    matching search: LibrarySearch,
    after cursor: LibraryCursor?,
    limit: Int
  ) async throws -> LibraryPage {
    let limit = Self.pageSize(nearest: limit)
    return try await read { database in
      let all = Self.request(of: search)
      var request = all.order(Column("place").desc).limit(limit + 1)
      if let cursor { request = request.filter(Column("place") < cursor.place) }
      let found = try request.fetchAll(database)
      let things = Array(found.prefix(limit))
      let next = found.count > limit ? things.last.map(LibraryCursor.init) : nil
      return LibraryPage(things: things, next: next, count: try all.fetchCount(database))
    }
  }

  /// One thing, or `nil` where there is none.
  public func thing(_ id: Int64) async throws -> SavedThing? {
    try await read { try SavedThing.filter(Column("id") == id).fetchOne($0) }
  }

  /// The numbers of what is kept from these addresses.
  public func numbers(of addresses: [String]) async throws -> [String: Int64] {
    try await read { database in
      let rows = try SavedThing.filter(addresses.contains(Column("url")))
        .select(Column("url"), Column("id")).asRequest(of: Row.self).fetchAll(database)
      return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.value("url"), try $0.amount("id")) })
    }
  }

  private static func request(of search: LibrarySearch) -> QueryInterfaceRequest<SavedThing> {
    var request = SavedThing.all()
    if let kind = search.kind { request = request.filter(Column("kind") == kind) }
    if let expression = search.expression {
      let sql = "id IN (SELECT rowid FROM savedWords WHERE savedWords MATCH ?)"
      request = request.filter(sql: sql, arguments: [expression])
    }
    return request
  }
}
