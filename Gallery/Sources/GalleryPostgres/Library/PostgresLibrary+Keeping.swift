import Errands
import ErrandsPostgres
import Foundation
import GalleryDatabase
import GalleryJobs

extension PostgresLibrary {
  public func keep(_ thing: NewThing) async throws -> KeptThing {
    if let known = try await pool.read({ try Self.saved(at: thing.url, in: $0) }) {
      return KeptThing(thing: known, isNew: false)
    }
    return try await write { [pool, filesLimit] database in
      // Another server may have been faster.
      if let known = try Self.saved(at: thing.url, in: database) {
        return KeptThing(thing: known, isNew: false)
      }
      if let bytes = thing.file?.bytes.count {
        let total = try database.execute(
          "SELECT coalesce(sum(bytes), 0)::bigint AS total FROM gallery_saved"
        )[0]
        .value("total", as: Int64.self)
        let (needed, isTooLarge) = total.addingReportingOverflow(Int64(bytes))
        guard !isTooLarge, needed <= filesLimit else { throw LibraryError.full("\(pool.address)") }
      }
      let row = try database.execute(
        """
        INSERT INTO gallery_saved (url, kind, title, words, content, saved_at, place, file, media_type, bytes, digest)
        VALUES ($1, $2, $3, $4, $5, $6, \(Self.nextPlace), $7, $8, $9, $10)
        RETURNING *
        """,
        [
          .kept(thing.url), .kept(thing.kind), .kept(thing.title),
          .text(IndexedWord.line(of: SearchWords([thing.title] + thing.words).text)), .bytes(thing.content),
          .double(Date().timeIntervalSince1970),
          .init(thing.file.map { "\(UUID().uuidString.lowercased()).\($0.ending)" }),
          .init(thing.file?.mediaType),
          .init(thing.file.map { Int64($0.bytes.count) }),
          .init(thing.file.map { LibraryFiles.digest(of: $0.bytes) }),
        ]
      )[0]
      let saved = try SavedThing(row: row)
      if let file = thing.file {
        try database.execute(
          "INSERT INTO gallery_file (thing, bytes) VALUES ($1, $2)",
          [.int(saved.id), .bytes(file.bytes)]
        )
      }
      return KeptThing(thing: saved, isNew: true)
    }
  }

  public func file(of thing: SavedThing) async throws -> LibraryBytes? {
    guard let file = thing.file else { return nil }
    let bytes = try await pool.read { database in
      try database.execute("SELECT bytes FROM gallery_file WHERE thing = $1", [.int(thing.id)]).first?
        .value("bytes", as: Data.self)
    }
    // What somebody else has changed has no right to the tag of what was kept.
    guard let bytes, LibraryFiles.digest(of: bytes) == file.digest else { return nil }
    return LibraryBytes(bytes: bytes, mediaType: file.mediaType, digest: file.digest)
  }

  public func delete(_ id: Int64) async throws -> Bool {
    try await write { try $0.change("DELETE FROM gallery_saved WHERE id = $1", [.int(id)]) == 1 }
  }

  public func store<Model: StorableModel>(_ model: Model, from address: String) -> Errand<StoredModel<Model>>
  {
    Errand("store \(address.redactedAddress)") { [self] in
      let content = try JSONEncoder().encode(model)
      let thing = try await write { database in
        let row = try database.execute(
          """
          WITH changed AS (
            UPDATE gallery_saved SET
              kind = $2, title = $3, words = $4, content = $5, saved_at = $6, place = \(Self.nextPlace),
              file = NULL, media_type = NULL, bytes = NULL, digest = NULL
            WHERE url = $1 RETURNING *
          ), added AS (
            INSERT INTO gallery_saved (url, kind, title, words, content, saved_at, place)
            SELECT $1, $2, $3, $4, $5, $6, \(Self.nextPlace) WHERE NOT EXISTS (SELECT FROM changed)
            RETURNING *
          )
          SELECT * FROM changed UNION ALL SELECT * FROM added
          """,
          [
            .kept(address), .text(Model.kind), .kept(SearchWords.title(ofJSON: content)),
            .text(IndexedWord.line(of: SearchWords(ofJSON: content).text)), .bytes(content),
            .double(Date().timeIntervalSince1970),
          ]
        )[0]
        let thing = try SavedThing(row: row)
        try database.execute("DELETE FROM gallery_file WHERE thing = $1", [.int(thing.id)])
        return thing
      }
      return StoredModel(id: thing.id, model: try JSONDecoder().decode(Model.self, from: thing.content))
    }
  }

  private static let nextPlace = "(SELECT coalesce(max(place), 0) + 1 FROM gallery_saved)"

  private static func saved(at url: String, in database: PostgresConnection) throws -> SavedThing? {
    try database.execute("SELECT * FROM gallery_saved WHERE url = $1", [.kept(url)]).first.map {
      try SavedThing(row: $0)
    }
  }
}
