import GalleryDatabase
import GalleryJobs
import Hummingbird
import Logging

/// Turns whatever a route throws into a problem that a person can act on.
struct ProblemMiddleware: RouterMiddleware {
  let own: OwnUpstream
  let logger: Logger

  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = Problem(error).naming(own)
      // What clients are not told is read here.
      if problem.status == 500 || error is LibraryError { logger.error("\(request.uri.path): \(error)") }
      let response = problem.response
      // A body after an answer to HEAD would be taken for the next answer.
      return request.method == .head ? response.createHeadResponse() : response
    }
  }
}
