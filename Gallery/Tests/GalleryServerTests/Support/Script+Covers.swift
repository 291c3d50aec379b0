import ErrandsImages
import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryJobs
import GalleryServer

extension Script {
  /// A JPEG of 60 × 40 pixels, red on the left and blue on the right.
  static let coverBytes = Task {
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'><rect width='30' height='40' fill='#c00'/>"
      + "<rect x='30' width='30' height='40' fill='#00c'/></svg>"
    return try await ImageRenderer.render(svg: svg, width: 60, height: 40).encoded(as: .jpeg(quality: 90))
  }

  /// The list where it is asked for, and elsewhere the cover.
  @Sendable static func covers(for request: RecordedRequest) async throws -> Script {
    guard request.path == "/articles" else {
      return .ok(Array(try await coverBytes.value), contentType: "image/jpeg")
    }
    return list(for: request)
  }

  /// The list, with `cover` for every cover.
  static func covers(with cover: Script) -> @Sendable (RecordedRequest) -> Script {
    { $0.path == "/articles" ? list(for: $0) : cover }
  }

  private static func list(for request: RecordedRequest) -> Script {
    let query = URLComponents(string: "?\(request.query ?? "")")?.queryItems ?? []
    let number = { (name: String) in query.first { $0.name == name }?.value.flatMap { Int($0) } ?? 0 }
    let (from, count) = (number("from"), number("count"))
    let base = "http://\(request.headers["Host"] ?? "")"
    let articles = (from..<from + count).map { index in
      #"{"id":\#(index),"title":"Title \#(index)","author":"Odessa","summary":"One.","#
        + #""publishedAt":"2026-11-21T09:00:00Z","#
        + #""cover":{"url":"\#(base)/covers/\#(index).jpg","width":1200,"height":800}}"#
    }
    return .json(#"{"articles":[\#(articles.joined(separator: ","))],"next":\#(from + count)}"#)
  }
}

/// A slice of the wall, as the page reads it.
struct CoversReply: Decodable {
  struct Size: Decodable {
    let width: Int
    let height: Int
    let image: String
  }

  struct Cover: Decodable {
    let id: Int
    let title: String
    let author: String
    let summary: String
    let publishedAt: String
    let image: String
    let sizes: [Size]
  }

  let covers: [Cover]
  let from: Int
  let next: Int?
}

/// Runs a test against a server whose covers come from an upstream that does as it is told.
func withCovers(
  cache: HTTPCache? = nil,
  configure: @escaping (inout GalleryServer.Configuration) -> Void = { _ in },
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script = Script.covers,
  _ test: (RunningGallery, ScriptedUpstream) async throws -> Void
) async throws {
  let upstream = try await ScriptedUpstream.start(respond: respond)
  do {
    try await withGallery(
      before: upstream.url,
      cache: cache,
      configure: { configuration in
        configuration.articles = ArticleFeed(base: upstream.url)
        configure(&configuration)
      },
      { try await test($0, upstream) }
    )
  } catch {
    await upstream.stop()
    throw error
  }
  await upstream.stop()
}
