import GalleryJobs

/// Where kept things live, with all that is asked of them.
///
/// ``Library`` is the one that is embedded: a file of SQLite's and a folder of files. Several servers can share another
/// one, which promises the same:
/// - What is at an address is kept once, under a number that is never given out twice.
/// - A thing that is there has its file, whole; what has no thing is not there for long.
/// - Pages go by key: whatever is kept or deleted meanwhile, they repeat nothing and leave nothing out.
///
/// All of it throws ``LibraryError`` where the store cannot do what it was asked for, and `CancellationError`.
public protocol LibraryStore: ModelDatabase {
  /// How many things there are.
  var count: Int { get async throws }

  /// Whether it could do now what it is for.
  func checkReady() async throws

  /// Some of the things that a search finds, newest first.
  ///
  /// - Parameters:
  ///   - cursor: Where the page begins, as an earlier page told it; `nil` begins with the newest.
  ///   - limit: How many things; taken to the nearest of ``Library/pageSizes``.
  func page(matching search: LibrarySearch, after cursor: LibraryCursor?, limit: Int) async throws
    -> LibraryPage

  /// One thing, or `nil` where there is none.
  func thing(_ id: Int64) async throws -> SavedThing?

  /// The numbers of what is kept from these addresses; one from which nothing is kept has none.
  func numbers(of addresses: [String]) async throws -> [String: Int64]

  /// Keeps a thing as the newest, unless something is kept from its address already: then that stays as it is.
  ///
  /// Cancelled before it has committed, it leaves everything as it was.
  func keep(_ thing: NewThing) async throws -> KeptThing

  /// The bytes of a thing's file; `nil` where it has none, or has lost it.
  func file(of thing: SavedThing) async throws -> LibraryBytes?

  /// The batches that are kept in the same place.
  var batches: any BatchStore { get }

  /// Deletes a thing with its file.
  ///
  /// - Returns: False where there is none.
  func delete(_ id: Int64) async throws -> Bool
}

extension LibraryStore {
  /// The first things of all, newest first.
  public func page(after cursor: LibraryCursor? = nil, limit: Int = 50) async throws -> LibraryPage {
    try await page(matching: LibrarySearch(), after: cursor, limit: limit)
  }
}
