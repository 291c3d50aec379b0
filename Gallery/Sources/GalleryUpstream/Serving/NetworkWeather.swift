import ErrandsTesting

/// Decides, answer by answer, what the network does to it. The same seed and the same number give the same
/// decision, in whatever order the requests come.
struct NetworkWeather: Sendable {
  /// How long a lost packet takes to come again: the least retransmission time-out on Linux. (RFC 6298, section
  /// 2.4, would have a whole second, which no system keeps to.)
  private static let retransmission = Duration.milliseconds(200)
  /// What goes into one packet over Ethernet, in bytes.
  private static let packet = 1460
  private static let slowHead = Duration.seconds(3)

  let network: Network
  let seed: UInt64

  func script(for script: Script, request number: Int, path: String) -> Script {
    var random = SplitMix64(seed: seed ^ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    var answer = lossy(script, &random)
    answer.shaping = Shaping(latency: network.latency, bandwidth: network.bandwidth)
    for fault in UpstreamFault.allCases where random.chance(network.faults[fault] ?? 0) {
      return spoil(answer, by: fault, path: path)
    }
    return answer
  }

  private func lossy(_ script: Script, _ random: inout SplitMix64) -> Script {
    guard network.loss > 0 else { return script }
    var lossy = script
    lossy.framing = .length(script.body.count)
    lossy.steps = []
    for start in stride(from: 0, to: script.body.count, by: Self.packet) {
      if random.chance(network.loss) { lossy.steps.append(.delay(Self.retransmission)) }
      lossy.steps.append(.bytes(Array(script.body[start..<min(start + Self.packet, script.body.count)])))
    }
    return lossy
  }

  private func spoil(_ script: Script, by fault: UpstreamFault, path: String) -> Script {
    let body = script.body
    let half = Array(body.prefix(body.count / 2))
    var spoilt = script
    switch fault {
    case .truncate:
      spoilt.framing = .length(body.count)
      spoilt.steps = [.bytes(half), .close]
    case .reset:
      spoilt.framing = .length(body.count)
      spoilt.steps = [.bytes(half), .reset]
    case .stall:
      spoilt.framing = .length(body.count)
      spoilt.steps = [.bytes(half), .stall]
    case .wrongLength:
      spoilt.framing = .length(body.count + 1000)
    case .error500:
      return .status(500, text: "The upstream has lost its head.")
    case .error429:
      return .status(429, headers: ["Retry-After": "1"], text: #"{"message":"API rate limit exceeded"}"#)
    case .malformedJSON:
      spoilt.framing = .automatic
      spoilt.steps = [.bytes(half)]
    case .redirectLoop:
      return .redirect(to: path)
    case .slowHeaders:
      spoilt.shaping?.latency += Self.slowHead
    }
    return spoilt
  }
}

extension Script {
  /// The whole content, of a script whose content is known.
  fileprivate var body: [UInt8] {
    steps.flatMap { step -> [UInt8] in
      switch step {
      case .bytes(let bytes): bytes
      case .text(let text): Array(text.utf8)
      default: []
      }
    }
  }
}
