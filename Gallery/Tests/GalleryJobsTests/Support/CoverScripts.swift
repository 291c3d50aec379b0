import Errands
import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs

/// A server with an endless list of articles, and a cover for each.
enum CoverScripts {
  /// A JPEG of 60 × 40 pixels, red on the left and blue on the right.
  static let jpeg = Shared {
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'><rect width='30' height='40' fill='#c00'/>"
      + "<rect x='30' width='30' height='40' fill='#00c'/></svg>"
    return try await ImageRenderer.render(svg: svg, width: 60, height: 40).encoded(as: .jpeg(quality: 90))
  }

  /// The slice of the list that the request asks for, and for all that is no list what `cover` says.
  static func list(
    count: Int = .max,
    cover: @escaping @Sendable (_ index: Int, RecordedRequest) async throws -> Script = { _, _ in
      .ok(Array(try await jpeg.value()), contentType: "image/jpeg")
    }
  ) -> @Sendable (RecordedRequest) async throws -> Script {
    { request in
      if request.path == "/articles" { return page(request, count: count) }
      let number = request.path.split(separator: "/").last?.split(separator: ".").first
      return try await cover(number.flatMap { Int($0) } ?? -1, request)
    }
  }

  private static func page(_ request: RecordedRequest, count: Int) -> Script {
    let query = URLComponents(string: "?\(request.query ?? "")")?.queryItems ?? []
    let number = { (name: String) in query.first { $0.name == name }?.value.flatMap { Int($0) } ?? 0 }
    let slice = number("from")..<max(number("from"), min(count, number("from") + number("count")))
    let articles = slice.map { index in
      ArticleText.json(index).replacing("http://covers.test", with: "http://\(request.headers["Host"] ?? "")")
    }
    let next = slice.upperBound < count ? "\(slice.upperBound)" : "null"
    return .json(#"{"articles":[\#(articles.joined(separator: ","))],"next":\#(next)}"#)
  }
}

/// Something that is made once, by whoever needs it first.
struct Shared<Value: Sendable>: Sendable {
  private let task: Task<Value, any Error>

  init(_ make: @escaping @Sendable () async throws -> Value) {
    task = Task { try await make() }
  }

  func value() async throws -> Value { try await task.value }
}

extension CoverSource {
  /// One that may reach the upstream on loopback.
  static func local(
    retry: RetryPolicy = .never,
    filter: CoverFilter = .none,
    over change: (any Transport) -> any Transport = { $0 }
  ) -> CoverSource {
    var configuration = Fetcher.Configuration()
    configuration.retry = retry
    configuration.byteLimit = 1 << 30
    var source = CoverSource(transport: change(Fetcher.localTransport()), configuration: configuration)
    source.treatment = CoverTreatment(size: CoverSize(width: 30, height: 20), filter: filter)
    return source
  }
}

extension CoverWall {
  /// A wall over the upstream's list, which records what becomes of its covers.
  static func over(
    _ upstream: ScriptedUpstream,
    style: JobStyle = .operation,
    source: CoverSource = .local(),
    downloadsAtOnce: Int = 8,
    clock: any Clock<Duration> = ContinuousClock(),
    _ events: Events<CoverEvent> = Events()
  ) -> CoverWall {
    CoverWall(
      of: ArticleFeed(base: upstream.url),
      lists: .local(),
      source: source,
      style: style,
      downloadsAtOnce: downloadsAtOnce,
      clock: clock,
      onCover: events.record
    )
  }
}

extension Events<CoverEvent> {
  var results: [CoverResult] { all.map(\.result) }

  /// What became of the row, once something has.
  func result(of index: Int) async throws -> CoverResult {
    try await first { $0.result.index == index }.result
  }
}

extension Script {
  /// The head of a cover, and then nothing.
  static let pending = Script(framing: .length(1_000), steps: [.stall])
}
