import Errands
import ErrandsLoading
import Foundation
import GalleryJobs
import Hummingbird

/// `GET /api/covers?from=&count=&filter=&style=`: a slice of the wall, with covers at addresses of this server.
struct CoversRoutes: Sendable {
  let articles: ArticleFeed
  let fetcher: Fetcher
  let signer: ImageSigner
  let feed: LoadFeed
  let limit: InFlightLimit

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/api/covers") { request, _ in
      let query = try CoversQuery(request.uri.queryParameters)
      let load = try request.loadID
      let entry = try limit.enter()
      defer { entry.leave() }
      return try await request.untilClientLeaves { try await slice(query, as: load) }
    }
  }

  /// The scope is the request's: whatever ends the request ends the load, down to the upstream's connection.
  private func slice(_ query: CoversQuery, as load: LoadID?) async throws -> Response {
    let scope = Scope()
    defer { scope.cancel() }
    let request = articles.page(from: query.from, count: query.count)
    let style = query.style ?? CoversQuery.usualStyle
    let run = style.carry(fetcher.json(ArticlePage.self, for: request)).run(in: scope)
    feed.follow(run, as: load, label: "covers from \(query.from)", job: .covers, by: style)
    let page = try await run.value
    return Response.json(CoversAnswer(page: page, query: query, signer: signer))
  }
}
