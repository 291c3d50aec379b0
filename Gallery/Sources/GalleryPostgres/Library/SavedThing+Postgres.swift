import ErrandsPostgres
import Foundation
import GalleryDatabase

extension SavedThing {
  init(row: PostgresRow) throws {
    let file: File? = try row.optional("file", as: String.self).map { name in
      File(
        name: name,
        mediaType: try row.value("media_type"),
        bytes: try row.amount("bytes"),
        digest: try row.value("digest")
      )
    }
    self.init(
      id: try row.amount("id"),
      url: try row.value("url"),
      kind: try row.value("kind"),
      title: try row.value("title"),
      savedAt: try row.moment("saved_at"),
      content: try row.value("content"),
      file: file,
      place: try row.amount("place")
    )
  }
}
