import Errands
import ErrandsLoading
import Foundation
import GalleryJobs
import Hummingbird

/// `GET /api/gifs?q=&limit=&offset=&style=`: a page of a search, with previews at addresses of this server.
struct GifsRoutes: Sendable {
  let job: @Sendable (JobStyle) -> GifsJob
  let signer: ImageSigner
  let feed: LoadFeed
  let limit: InFlightLimit

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/api/gifs") { request, _ in
      let query = try GifsQuery(Parameters(form: request.uri.query ?? ""))
      let load = try request.loadID
      let entry = try limit.enter()
      defer { entry.leave() }
      return try await request.untilClientLeaves { try await page(query, as: load) }
    }
  }

  /// The scope is the request's: whatever ends the request ends the search, down to the upstream's connection.
  private func page(_ query: GifsQuery, as load: LoadID?) async throws -> Response {
    let scope = Scope()
    defer { scope.cancel() }
    let search = job(query.style).search(query.keyword, limit: query.limit, offset: query.offset)
    let run = search.run(in: scope)
    feed.follow(run, as: load, label: "gifs \(query.keyword)", job: .gifs, by: query.style)
    let page = try await run.value
    return Response.json(GifsAnswer(page: page, limit: query.limit, signer: signer))
  }
}

/// What can be searched for.
struct GifsQuery: Equatable {
  /// Without the white space around it, and composed.
  var keyword: String
  var limit = 25
  var offset = 0
  var style = JobStyle.closure

  /// - Throws: A problem with status 400, or the ``GiphyError`` that is one.
  init(_ parameters: Parameters) throws {
    keyword = try Giphy.validated(parameters["q"].map(String.init) ?? "")
    limit = try parameters.number("limit", within: Giphy.pageLimits) ?? limit
    offset = try parameters.number("offset", within: Giphy.offsets) ?? offset
    style = try parameters.choice("style") ?? style
    // The job would gather more than a page by several requests, of which a beta key has a hundred an hour.
    guard Giphy.pageLimits.contains(limit) else { throw GiphyError.limit(limit, Giphy.pageLimits) }
    guard Giphy.offsets.contains(offset) else { throw GiphyError.offset(offset) }
  }
}
