import Errands
import ErrandsAsyncHTTPClient
import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation

@testable import ErrandsImageLoading

/// Two halves, red on the left and blue on the right, as a JPEG of 60 × 40 pixels.
let coverBytes = Task {
  let svg =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'><rect width='30' height='40' fill='#c00'/>"
    + "<rect x='30' width='30' height='40' fill='#00c'/></svg>"
  return try await ImageRenderer.render(svg: svg, width: 60, height: 40).encoded(as: .jpeg(quality: 90))
}

/// What a test has in hand: the loader, and the upstream that its images come from.
struct ImageScene {
  let loader: ImageLoader
  let upstream: ScriptedUpstream

  func request(_ path: String = "/1.jpg", by recipe: ImageRecipe = [.resize(width: 30)]) -> ImageRequest {
    ImageRequest(upstream.url(path), by: recipe)
  }
}

/// Runs a test with a loader over an upstream that does as it is told.
func withImages(
  cache: HTTPCache? = HTTPCache(),
  _ change: (inout ImageLoader.Configuration) -> Void = { _ in },
  configure: (inout Fetcher.Configuration) -> Void = { _ in },
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script = { try await .cover(for: $0) },
  _ test: (ImageScene) async throws -> Void
) async throws {
  let upstream = try await ScriptedUpstream.start(respond: respond)
  var transport = AsyncHTTPClientTransport.Configuration()
  transport.addressGuard = AddressGuard(allowsPrivate: true)
  var configuration = Fetcher.Configuration()
  configuration.retry = .never
  configuration.cache = cache
  configure(&configuration)
  let fetcher = Fetcher(
    transport: AsyncHTTPClientTransport(configuration: transport),
    configuration: configuration
  )
  var images = ImageLoader.Configuration()
  change(&images)
  do {
    let loader = ImageLoader(fetcher: fetcher, configuration: images)
    try await test(ImageScene(loader: loader, upstream: upstream))
  } catch {
    await upstream.stop()
    throw error
  }
  await upstream.stop()
}

extension Script {
  /// The cover, once the gate is open.
  static func cover(behind gate: Gate) -> @Sendable (RecordedRequest) async throws -> Script {
    { request in
      try await gate.wait()
      return try await .cover(for: request)
    }
  }

  /// The cover as a server has it that keeps its files: with a tag, fresh for so many seconds.
  static func cover(for request: RecordedRequest, fresh seconds: Int = 600) async throws -> Script {
    .file(
      Array(try await coverBytes.value),
      entityTag: "\"v1\"",
      contentType: "image/jpeg",
      headers: ["Cache-Control": "max-age=\(seconds)"],
      for: request
    )
  }
}
