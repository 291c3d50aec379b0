import ErrandsPostgres
import GalleryDatabase
import GalleryJobs

extension PostgresLibrary: LibraryStore {
  public var batches: any BatchStore {
    var store = PostgresBatchStore(pool)
    store.lost = lost
    return store
  }

  public var count: Int {
    get async throws {
      try await pool.read { try $0.execute("SELECT count(*) AS count FROM gallery_saved")[0].value("count") }
    }
  }

  public func checkReady() async throws {
    let isReadOnly = try await pool.read { database in
      try database.execute("SELECT FROM gallery_saved LIMIT 1")
      return try database.execute(
        "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS answer"
      )[0].value("answer", as: Bool.self)
    }
    // It does not hear what other servers do: the database gives it no connection more, say.
    if let error = lost.error ?? sharedPictures.withLock({ $0 })?.listeningError {
      throw LibraryError(error, at: pool.address)
    }
    guard !isReadOnly else {
      throw LibraryError.away(
        "\(pool.address)",
        reason: "It may only be read; name the one that is written to."
      )
    }
  }

  public func page(
    matching search: LibrarySearch,
    after cursor: LibraryCursor?,
    limit: Int
  ) async throws -> LibraryPage {
    let limit = Library.pageSize(nearest: limit)
    let condition = Condition(search)
    return try await pool.read { database in
      let found = try database.execute(
        """
        SELECT * FROM gallery_saved WHERE \(condition.sql) AND place < $1 ORDER BY place DESC LIMIT $2
        """,
        [.int(cursor?.place ?? .max), .int(Int64(limit + 1))] + condition.values
      ).map { try SavedThing(row: $0) }
      let things = Array(found.prefix(limit))
      let count = try database.execute(
        "SELECT count(*) AS count FROM gallery_saved WHERE \(condition.sql) AND $1 = $2",
        [1, 1] + condition.values
      )[0].value("count", as: Int.self)
      let next = found.count > limit ? things.last.map(LibraryCursor.init) : nil
      return LibraryPage(things: things, next: next, count: count)
    }
  }

  public func thing(_ id: Int64) async throws -> SavedThing? {
    try await pool.read { database in
      try database.execute("SELECT * FROM gallery_saved WHERE id = $1", [.int(id)]).first.map {
        try SavedThing(row: $0)
      }
    }
  }

  public func numbers(of addresses: [String]) async throws -> [String: Int64] {
    try await pool.read { database in
      let rows = try database.execute(
        "SELECT url, id FROM gallery_saved WHERE url = ANY($1)",
        [.texts(addresses)]
      )
      return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.value("url"), try $0.value("id")) })
    }
  }

  /// What a search asks of a row, with its values from `$3` on.
  private struct Condition: Sendable {
    var sql = "TRUE"
    var values: [PostgresValue] = []

    init(_ search: LibrarySearch) {
      if let kind = search.kind { add("kind = $", .text(kind)) }
      guard let phrases = search.phrases else { return }
      if phrases.isEmpty { sql += " AND FALSE" }
      for words in phrases {
        // The last may go on: what is behind its beginning there is no room for in the index.
        let phrase =
          words.dropLast().map { IndexedWord($0[...]).text }
          + words.suffix(1).map { IndexedWord.beginning(of: $0[...]) }
        // The index finds those with all the words; which of them have these together is read from their words.
        let lexemes = phrase.dropLast().map { "'\($0)'" } + [phrase.last.map { "'\($0)':*" } ?? ""]
        let index = "array_to_tsvector(string_to_array(btrim(words), ' '))"
        add("\(index) @@ $", .text(lexemes.joined(separator: " & ")), cast: "::tsquery")
        add("strpos(words, $", .text(" " + phrase.joined(separator: " ")), cast: ") > 0")
      }
    }

    private mutating func add(_ condition: String, _ value: PostgresValue, cast: String = "") {
      values.append(value)
      sql += " AND \(condition)\(values.count + 2)\(cast)"
    }
  }
}
