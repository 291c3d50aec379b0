import ErrandsUpstream
import GalleryConnections

/// Decides, answer by answer, what the network does to it. The same seed and the same number give the same
/// decision, in whatever order the requests come.
struct NetworkWeather: Sendable {
  /// How long a lost packet takes to come again: the least retransmission time-out on Linux. (RFC 6298, section
  /// 2.4, would have a whole second, which no system keeps to.)
  static let retransmission = Duration.milliseconds(200)
  /// What goes into one packet over Ethernet, in bytes.
  static let packet = 1460

  let network: Network
  let seed: UInt64

  func script(for script: Script, answering request: RecordedRequest) -> Script {
    var random = SplitMix64(seed: seed, number: UInt64(request.number))
    // Drawn before the packets, whose number depends on what was asked for.
    let fault = fault(for: random.unit())
    var answer = fault?.spoil(script, answering: request) ?? script
    // The answer to HEAD has no packets to lose, and waiting for them would hold up the connection.
    if network.loss > 0, request.method != "HEAD" { answer.steps = lossy(answer.steps, &random) }
    let latency = network.latency + (answer.shaping?.latency ?? .zero)
    answer.shaping = Shaping(latency: latency, bandwidth: network.bandwidth)
    return answer
  }

  /// One draw decides between all of them: were each drawn in turn, only what the first ones leave would be
  /// shared out among the others.
  private func fault(for draw: Double) -> UpstreamFault? {
    var bound = 0.0
    return UpstreamFault.allCases.first { fault in
      bound += network.faults[fault] ?? 0
      return draw < bound
    }
  }

  private func lossy(_ steps: [Script.Step], _ random: inout SplitMix64) -> [Script.Step] {
    var lossy: [Script.Step] = []
    for step in steps {
      if case .blocks(let range, let steps) = step {
        // Drawn block by block, while they are sent: a file of gigabytes has packets by the million.
        let losses = SplitMix64(seed: random.next())
        let lossyBlocks: @Sendable (Range<Int>) -> [Script.Step] = { block in
          var random = SplitMix64(seed: losses.number(block.lowerBound))
          return self.lossy(steps(block), &random)
        }
        lossy.append(.blocks(range, lossyBlocks))
        continue
      }
      guard let bytes = step.content else {
        lossy.append(step)
        continue
      }
      for start in stride(from: 0, to: bytes.count, by: Self.packet) {
        if random.chance(network.loss) { lossy.append(.delay(Self.retransmission)) }
        lossy.append(.bytes(Array(bytes[start..<min(start + Self.packet, bytes.count)])))
      }
    }
    return lossy
  }
}

extension Script.Step {
  /// The bytes that the step sends, where it is one that sends some.
  var content: [UInt8]? {
    switch self {
    case .bytes(let bytes): bytes
    case .text(let text): Array(text.utf8)
    default: nil
    }
  }
}
