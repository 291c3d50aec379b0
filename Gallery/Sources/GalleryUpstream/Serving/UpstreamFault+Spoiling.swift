import ErrandsUpstream
import GalleryConnections

extension UpstreamFault {
  /// What a slow head takes.
  static let slowHead = Duration.seconds(3)

  /// The answer as it becomes where this fault happens to it.
  func spoil(_ script: Script, answering request: RecordedRequest) -> Script {
    // Of what is sent, be it the whole or a part: a range breaks off in its own middle.
    let length = script.contentLength
    let hasContent = script.status != 304 && request.method != "HEAD" && length > 0
    guard hasContent || !isOfContent else { return script }
    let half = script.contentPrefix(length / 2)
    var spoilt = script
    switch self {
    case .truncate:
      spoilt.framing = .length(length)
      spoilt.steps = half + [.close]
    case .reset:
      spoilt.framing = .length(length)
      spoilt.steps = half + [.reset]
    case .stall:
      spoilt.framing = .length(length)
      spoilt.steps = half + [.stall]
    case .wrongLength:
      spoilt.framing = .length(length + 1000)
    case .error500:
      return .status(500, text: "The upstream has lost its head.")
    case .error429:
      return .status(429, headers: ["Retry-After": "1"], text: #"{"message":"API rate limit exceeded"}"#)
    case .malformedJSON:
      spoilt.framing = .automatic
      spoilt.steps = half
    case .redirectLoop:
      return .redirect(to: request.path + (request.query.map { "?\($0)" } ?? ""))
    case .slowHeaders:
      spoilt.shaping = Shaping(latency: Self.slowHead)
    }
    return spoilt
  }

  /// Whether it happens to the content: 304, the answer to HEAD and an empty file have none that could be spoilt.
  private var isOfContent: Bool {
    switch self {
    case .truncate, .reset, .stall, .wrongLength, .malformedJSON: true
    case .error500, .error429, .redirectLoop, .slowHeaders: false
    }
  }
}
