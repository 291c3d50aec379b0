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

  /// Asks what it stands on: the database, by a question of the kind that clients ask, and the cache's folder.
  ///
  /// - Throws: A problem with status 503, which says what is wrong.
  private func checkReady() async throws {
    do {
      _ = try await library.library().count
    } catch let error as LibraryError {
      throw Problem.busy("\(error)")
    }
    if let failure = cache?.statistics.diskFailure { throw Problem.busy(failure) }
  }
}
