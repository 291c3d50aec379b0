import Foundation
import GalleryConnections
import GalleryDatabase
import Hummingbird

/// What is kept: `GET /api/library?q=&kind=&after=&limit=` finds it, newest first, `POST` keeps something, `POST
/// /api/library/lookup` says what of some things is kept; `GET /api/library/{id}` gives one, `/file` below it its bytes,
/// `/preview` a small still picture of it, and `DELETE` deletes it.
struct LibraryRoutes: Sendable {
  /// The largest body that is read, in bytes: two hundred long addresses.
  private static let bodyLimit = 1_000_000

  let library: OpenedLibrary
  let keeper: LibraryKeeper
  let signer: ImageSigner
  let hub: EventHub
  let limit: InFlightLimit
  let previews: LibraryPreviews

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/api/library") { request, _ in
      let query = try LibraryQuery(Parameters(form: request.uri.query ?? ""))
      return try await request.untilClientLeaves { try await page(query) }
    }
    router.post("/api/library") { request, _ in
      let body = try await request.wholeBody(upTo: Self.bodyLimit, else: "send one thing at a time")
      return try await keep(try KeepOrder(json: body, signer: signer), for: request)
    }
    router.post("/api/library/lookup") { request, _ in
      let body = try await request.wholeBody(
        upTo: Self.bodyLimit,
        else: "send the sources in several requests"
      )
      return try await look(up: try LookupOrder(json: body, signer: signer))
    }
    router.get("/api/library/:id") { _, context in
      let thing = try await thing(try context.parameters.require("id"))
      return Response.json(SavedAnswer(thing, signer: signer, isWhole: true))
    }
    router.get("/api/library/:id/file") { request, context in
      let thing = try await thing(try context.parameters.require("id"))
      return try await file(of: thing, to: request)
    }
    router.get("/api/library/:id/preview") { request, context in
      let thing = try await thing(try context.parameters.require("id"))
      let digest = try Self.file(of: thing).digest
      return try await previews.content(of: digest, for: request) { try await bytes(of: thing) }
        .response(to: request)
    }
    router.delete("/api/library/:id") { _, context in
      try await delete(try context.parameters.require("id"))
    }
  }

  private func page(_ query: LibraryQuery) async throws -> Response {
    let page = try await library.library().page(
      matching: query.search,
      after: query.cursor,
      limit: query.limit
    )
    let things = page.things.map { SavedAnswer($0, signer: signer) }
    return Response.json(LibraryAnswer(things: things, next: page.next?.description, count: page.count))
  }

  /// 201 for what is kept now, and 200 for what was kept already, which is not even loaded.
  private func keep(_ order: KeepOrder, for request: Request) async throws -> Response {
    if let known = try await keeper.known(order.source) { return answer(known, .ok) }
    let entry = try limit.enter(sharing: "keep \(keeper.name(of: order.source))")
    defer { entry.leave() }
    let kept = try await request.untilClientLeaves { try await keeper.keep(order).value() }
    return answer(kept.thing, kept.isNew ? .created : .ok)
  }

  private func answer(_ thing: SavedThing, _ status: HTTPResponse.Status) -> Response {
    var response = Response.json(SavedAnswer(thing, signer: signer), status: status)
    response.headers[.location] = signer.place.address("/api/library/\(thing.id)")
    return response
  }

  private func look(up order: LookupOrder) async throws -> Response {
    let addresses = order.sources.map { $0.address(signer.own) }
    let numbers = try await library.library().numbers(of: addresses.compactMap { $0 })
    return Response.json(LookupAnswer(kept: addresses.map { $0.flatMap { numbers[$0] } }))
  }

  private func thing(_ text: String) async throws -> SavedThing {
    guard let id = Int64(text), let thing = try await library.library().thing(id) else {
      throw Problem.noSuchThing
    }
    return thing
  }

  /// Always as a file to be taken away: what somebody else has drawn or written is not shown as a page of this server's.
  private func file(of thing: SavedThing, to request: Request) async throws -> Response {
    var response = try await content(of: thing, for: request).response(to: request)
    if response.status.kind == .successful {
      response.headers[.contentDisposition] = Attachment(name: thing.fileName.text).field
    }
    return response
  }

  /// What the client has is not even read.
  private func content(of thing: SavedThing, for request: Request) async throws -> ServedContent {
    guard let file = thing.file else {
      return ServedContent(
        bytes: thing.content,
        type: "application/json; charset=utf-8",
        caching: Self.caching
      )
    }
    let tag = "\"\(file.digest)\""
    let isKnown = request.knows(tag)
    return ServedContent(
      bytes: isKnown ? Data() : try await bytes(of: thing).bytes,
      type: file.mediaType,
      tag: tag,
      caching: Self.caching,
      isUnchanged: isKnown
    )
  }

  /// - Throws: A problem with status 404 for what never had a file.
  private static func file(of thing: SavedThing) throws -> SavedThing.File {
    if let file = thing.file { return file }
    throw Problem(status: .notFound, detail: "This is no picture; ask for its file, or for the thing itself.")
  }

  /// - Throws: A problem with status 410 for what has lost its file.
  private func bytes(of thing: SavedThing) async throws -> LibraryBytes {
    guard let file = try await library.library().file(of: thing) else {
      throw Problem(
        status: .gone,
        detail:
          "The file of this thing is not in the library any more, or not as it was kept; delete it, and keep it anew."
      )
    }
    return file
  }

  /// It is asked for again, and sent again only if it is another one: what was deleted is not shown.
  static let caching = "private, no-cache"

  private func delete(_ text: String) async throws -> Response {
    guard let id = Int64(text), try await library.library().delete(id) else { throw Problem.noSuchThing }
    hub.publish("library", data: JSONText.line(["deleted": id]), topic: .models)
    return Response(status: .noContent, headers: [.cacheControl: "no-store"])
  }
}

/// The numbers under which sources are kept, in their order; `null` for those that are not.
private struct LookupAnswer: Encodable {
  let kept: [Int64?]
}

extension Problem {
  fileprivate static let noSuchThing = Problem(
    status: .notFound,
    detail: "There is no such thing in the library, or not any more; load it again."
  )
}
