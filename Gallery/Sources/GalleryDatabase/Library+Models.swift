import Errands
import Foundation
import GRDB
import GalleryJobs

extension Library: ModelDatabase {
  public func store<Model: StorableModel>(_ model: Model, from address: String) -> Errand<StoredModel<Model>>
  {
    Errand("store \(address.redactedAddress)") { [self] in
      let content = try JSONEncoder().encode(model)
      let thing = try await write { try Self.save(content, of: Model.kind, from: address, in: $0) }
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
      INSERT INTO saved (url, kind, content, savedAt, place)
      VALUES (?, ?, ?, ?, (SELECT ifnull(max(place), 0) + 1 FROM saved))
      ON CONFLICT (url) DO UPDATE SET
        kind = excluded.kind, content = excluded.content, savedAt = excluded.savedAt, place = excluded.place
      RETURNING *
      """
    let values: StatementArguments = [address, kind, content, Date().timeIntervalSince1970]
    guard let thing = try SavedThing.fetchOne(database, sql: sql, arguments: values) else {
      throw DatabaseError(resultCode: .SQLITE_INTERNAL, message: "nothing was saved")
    }
    return thing
  }
}
