import ErrandsUpstream

extension UpstreamFault {
  /// What a slow head takes.
  static let slowHead = Duration.seconds(3)

  /// The answer as it becomes where this fault happens to it.
  func spoil(_ script: Script, answering request: RecordedRequest) -> Script {
    let body = script.steps.flatMap { $0.content ?? [] }
    let half = Script.Step.bytes(Array(body.prefix(body.count / 2)))
    var spoilt = script
    switch self {
    case .truncate:
      spoilt.framing = .length(body.count)
      spoilt.steps = [half, .close]
    case .reset:
      spoilt.framing = .length(body.count)
      spoilt.steps = [half, .reset]
    case .stall:
      spoilt.framing = .length(body.count)
      spoilt.steps = [half, .stall]
    case .wrongLength:
      spoilt.framing = .length(body.count + 1000)
    case .error500:
      return .status(500, text: "The upstream has lost its head.")
    case .error429:
      return .status(429, headers: ["Retry-After": "1"], text: #"{"message":"API rate limit exceeded"}"#)
    case .malformedJSON:
      spoilt.framing = .automatic
      spoilt.steps = [half]
    case .redirectLoop:
      return .redirect(to: request.path + (request.query.map { "?\($0)" } ?? ""))
    case .slowHeaders:
      spoilt.shaping = Shaping(latency: Self.slowHead)
    }
    return spoilt
  }
}
