import Errands
import ErrandsLoading
import Foundation
import GalleryJobs
import Hummingbird

/// `GET /api/music?country=&limit=&kind=&style=`: a chart, with covers at addresses of this server.
struct MusicRoutes: Sendable {
  let fetcher: Fetcher
  let base: String
  let signer: ImageSigner
  let feed: LoadFeed
  let limit: InFlightLimit

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/api/music") { request, _ in
      let query = try MusicQuery(request.uri.queryParameters)
      let load = try request.loadID
      let entry = try limit.enter()
      defer { entry.leave() }
      return try await request.untilClientLeaves { try await chart(query, as: load) }
    }
  }

  /// The scope is the request's: whatever ends the request ends the load, down to the upstream's connection.
  private func chart(_ query: MusicQuery, as load: LoadID?) async throws -> Response {
    let scope = Scope()
    defer { scope.cancel() }
    let source = try MusicFeed(base: base, country: query.country, kind: query.kind, limit: query.limit)
    let run = MusicJob(fetcher: fetcher, feed: source).chart(by: query.style).run(in: scope)
    let label = "chart \(query.country) \(query.kind.rawValue)"
    feed.follow(run, as: load, label: label, job: .music, by: query.style)
    let chart = try await run.value
    return Response.json(ChartAnswer(chart: chart, signer: signer))
  }
}

/// What a chart can be asked for with.
struct MusicQuery: Equatable {
  var country = "us"
  var limit = 25
  var kind = MusicFeed.Kind.albums
  var style = JobStyle.delegate

  init(_ parameters: Parameters) throws {
    if let text = parameters["country"] { country = String(text) }
    limit = try parameters.number("limit", within: MusicFeed.limits) ?? limit
    kind = try parameters.choice("kind") ?? kind
    style = try parameters.choice("style") ?? style
  }
}
