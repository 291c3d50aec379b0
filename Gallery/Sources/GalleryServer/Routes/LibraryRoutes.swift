import Foundation
import GalleryDatabase
import Hummingbird

/// `GET /api/library?cursor=&limit=`: saved things, newest first; `DELETE /api/library/{id}` deletes one.
struct LibraryRoutes: Sendable {
  let library: OpenedLibrary
  let signer: ImageSigner
  let hub: EventHub

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/api/library") { request, _ in
      let query = try LibraryQuery(request.uri.queryParameters)
      return try await request.untilClientLeaves { try await page(query) }
    }
    router.delete("/api/library/:id") { _, context in
      try await delete(try context.parameters.require("id"))
    }
  }

  private func page(_ query: LibraryQuery) async throws -> Response {
    let library = try await library.library()
    let page = try await library.page(after: query.cursor, limit: query.limit)
    let things = page.things.map { SavedAnswer($0, signer: signer) }
    let count = try await library.count
    return Response.json(LibraryAnswer(things: things, next: page.next?.description, count: count))
  }

  private func delete(_ text: String) async throws -> Response {
    guard let id = Int64(text), try await library.library().delete(id) else {
      throw Problem(
        status: .notFound,
        detail: "There is no such thing in the library, or not any more; load it again."
      )
    }
    hub.publish("library", data: JSONText.line(["deleted": id]), topic: .models)
    return Response(status: .noContent, headers: [.cacheControl: "no-store"])
  }
}
