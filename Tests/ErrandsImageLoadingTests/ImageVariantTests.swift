import Errands
import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsImageLoading

/// Whoever asks for what is made of an original is given what is made of the one that he would have got himself.
@Suite("Images that are others for others", .timeLimit(.minutes(1)))
struct ImageVariantTests {
  /// Puts a name into each request.
  private final class Signature: FetchInterceptor {
    let name = Lock("red")

    func adapt(_ request: FetchRequest, try number: Int) async throws -> FetchRequest {
      var request = request
      request.fields["Authorization"] = name.withLock { $0 }
      return request
    }
  }

  private static let colours: [String: [UInt8]] = ["red": [255, 0, 0], "blue": [0, 0, 255]]

  private func file(_ colour: String) async throws -> [UInt8] {
    let pixel = try #require(Self.colours[colour])
    let bytes = Data((0..<400).flatMap { _ in pixel })
    return Array(
      try await Picture(Picture.Pixels(width: 20, height: 20, bytesPerPixel: 3, bytes: bytes)).encoded(
        as: .png
      )
    )
  }

  /// A server that gives the colour that a field asks for.
  private func answering(
    _ field: String,
    _ headers: HeaderFields,
    _ test: (ImageScene) async throws -> Void,
    configure: (inout Fetcher.Configuration) -> Void = { _ in }
  ) async throws {
    let files = try await ["red": file("red"), "blue": file("blue")]
    try await withImages(
      configure: configure,
      respond: { request in
        let colour = request.headers[field] ?? "red"
        return .file(
          files[colour] ?? [],
          entityTag: "\"\(colour)\"",
          contentType: "image/png",
          headers: headers,
          for: request
        )
      },
      test
    )
  }

  private func request(_ colour: String, by field: String, _ scene: ImageScene) -> ImageRequest {
    ImageRequest(
      FetchRequest(scene.upstream.url("/a.png"), fields: [field: colour]),
      by: [.resize(width: 10)]
    )
  }

  private func seen(_ request: ImageRequest, _ scene: ImageScene) async throws -> [[UInt8]] {
    let file = try await scene.loader.file(for: request, as: .png).value()
    let picture = try await scene.loader.picture(for: request).value()
    return try await [Picture(decoding: file.body), picture].map { Array(try $0.pixels().bytes.prefix(3)) }
  }

  /// Files were kept by address and recipe alone: the second one was given what was made for the first.
  @Test(
    "What a server makes depend on a field is made for each",
    arguments: ["X-User", "Accept"],
    ["own", "*", nil]
  )
  func vary(field: String, vary: String?) async throws {
    var headers: HeaderFields = ["Cache-Control": "max-age=600"]
    if let vary { headers.append(name: "Vary", value: vary == "own" ? field : vary) }
    try await answering(field, headers) { scene in
      for colour in ["red", "blue", "red"] {
        // Of a server that does not say so, the original is the first one's; it is the same in all that is made of it.
        let expected = try #require(Self.colours[vary == nil ? "red" : colour])
        #expect(try await seen(request(colour, by: field, scene), scene) == [expected, expected])
      }
      #expect(scene.upstream.requestCount == (vary == nil ? 1 : vary == "*" ? 6 : 2))
    }
  }

  /// Two that asked at the same time were given one answer, whoever they said they were.
  @Test("Loads with other fields do not share one that is on its way")
  func flight() async throws {
    let gate = Gate()
    let files = try await ["red": file("red"), "blue": file("blue")]
    try await withImages(
      respond: { request in
        try await gate.wait()
        return .file(
          files[request.headers["X-User"] ?? ""] ?? [],
          contentType: "image/png",
          headers: ["Cache-Control": "no-store"],
          for: request
        )
      }
    ) { scene in
      let runs = ["red", "blue"].map {
        scene.loader.file(for: request($0, by: "X-User", scene), as: .png).run()
      }
      _ = try await scene.upstream.request(2)
      gate.open()
      for (run, colour) in zip(runs, ["red", "blue"]) {
        let picture = try await Picture(decoding: run.value.body)
        #expect(Array(try picture.pixels().bytes.prefix(3)) == Self.colours[colour])
      }
    }
  }

  /// What an interceptor adds is not known when the cache is asked; the original was not kept for that, and its file was.
  @Test("What is made of an original that must not be kept is not kept either")
  func interceptor() async throws {
    let signature = Signature()
    try await answering("Authorization", ["Cache-Control": "private, max-age=600"]) { scene in
      for colour in ["red", "blue"] {
        signature.name.withLock { $0 = colour }
        let expected = try #require(Self.colours[colour])
        #expect(try await seen(scene.request("/a.png"), scene) == [expected, expected])
      }
    } configure: {
      $0.interceptors = [signature]
    }
  }

  /// What a request does not say its fetcher says for it, and two of them share what they keep.
  @Test("What varies by who asks is made for each of two fetchers over one cache")
  func agents() async throws {
    let cache = HTTPCache()
    let files = try await ["red": file("red"), "blue": file("blue")]
    for colour in ["red", "blue", "red"] {
      try await withImages(
        cache: cache,
        configure: { $0.userAgent = colour },
        respond: { request in
          .file(
            files[request.headers["User-Agent"] ?? ""] ?? [],
            contentType: "image/png",
            headers: ["Cache-Control": "max-age=600", "Vary": "User-Agent"],
            for: request
          )
        }
      ) { scene in
        var request = scene.request("/a.png")
        // The upstreams are others, and the image is to be one.
        request.source.key = "one"
        let expected = try #require(Self.colours[colour])
        #expect(try await seen(request, scene) == [expected, expected])
      }
    }
  }

  @Test("Originals that are too large for memory may be kept, and so what is made of them is")
  func large() async throws {
    try await withImages(cache: HTTPCache(memoryLimit: 4_000)) { scene in
      let request = scene.request(by: [.resize(width: 4)])
      _ = try await scene.loader.picture(for: request).value()
      #expect(try await scene.loader.original(for: request).value().cacheStatus?.isStored == false)
      #expect(scene.keeps(request))
      let file = try await scene.loader.file(for: request, as: .png).value()
      #expect(file.cacheStatus?.isStored == true)
      #expect(await scene.loader.keptFile(for: request, as: .png) != nil)
    }
  }
}
