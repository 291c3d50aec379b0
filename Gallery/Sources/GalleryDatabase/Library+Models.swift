import Errands
import Foundation
import GRDB
import GalleryJobs

extension Library: ModelDatabase {
  public func store<Model: StorableModel>(_ model: Model, from address: String) -> Errand<StoredModel<Model>>
  {
    Errand("store \(address.redactedAddress)") { [self] in
      let content = try JSONEncoder().encode(model)
      let (thing, replaced) = try await write { database in
        let file = "SELECT file FROM saved WHERE url = ? AND file IS NOT NULL"
        let replaced = try String.fetchOne(database, sql: file, arguments: [address])
        return (try Self.save(content, of: Model.kind, from: address, in: database), replaced)
      }
      if let replaced { await files.remove(replaced) }
      return StoredModel(id: thing.id, model: try JSONDecoder().decode(Model.self, from: thing.content))
    }
  }

  /// Saves under the number that the address has already, if it has one, as the newest of all.
  private static func save(
    _ content: Data,
    of kind: String,
    from address: String,
    in database: Database
  ) throws -> SavedThing {
    let sql = """
      INSERT INTO saved (url, kind, title, words, content, savedAt, place)
      VALUES (?, ?, ?, ?, ?, ?, (SELECT ifnull(max(place), 0) + 1 FROM saved))
      ON CONFLICT (url) DO UPDATE SET
        kind = excluded.kind, title = excluded.title, words = excluded.words, content = excluded.content,
        savedAt = excluded.savedAt, place = excluded.place,
        file = NULL, mediaType = NULL, bytes = NULL, digest = NULL, isMissing = FALSE
      RETURNING *
      """
    let values: StatementArguments = [
      address, kind, SearchWords.title(ofJSON: content), SearchWords(ofJSON: content).text, content,
      Date().timeIntervalSince1970,
    ]
    guard let thing = try SavedThing.fetchOne(database, sql: sql, arguments: values) else {
      throw DatabaseError(resultCode: .SQLITE_INTERNAL, message: "nothing was saved")
    }
    return thing
  }
}
