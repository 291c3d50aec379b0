import Errands
import ErrandsLoading
import GalleryDatabase
import Hummingbird
import NIOCore

/// For the operator of the server: does it answer, could it do its work, and what has it done?
struct HealthRoutes: Sendable {
  let library: OpenedLibrary
  let cache: HTTPCache?
  let metrics: PrometheusMetrics

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/health") { _, _ in Response.json(["status": "ok"]) }
    router.get("/ready") { _, _ in
      try await checkReady()
      return Response.json(["status": "ready"])
    }
    router.get("/metrics") { _, _ in
      Response(
        status: .ok,
        headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text))
      )
    }
  }

  /// Those that ask wait five seconds, as a rule.
  private static let patience = Duration.seconds(4)

  /// Asks what it stands on: the database and the cache's folder.
  ///
  /// - Throws: A problem with status 503, which says what is wrong.
  private func checkReady() async throws {
    do {
      let check = Errand("ready") { [library] in try await library.library().checkReady() }
      try await check.timeout(after: Self.patience).value()
    } catch let error as LibraryError {
      throw Problem.busy("\(error)")
    } catch is TimeoutError {
      throw Problem.busy("The library has not answered within four seconds.")
    }
    if let failure = cache?.statistics.diskFailure { throw Problem.busy(failure) }
  }
}
