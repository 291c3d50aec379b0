import ErrandsUpstream
import GalleryConnections
import Testing

@testable import GalleryUpstream

@Suite("The weather on the network")
struct NetworkWeatherTests {
  private let body = (0..<14_700).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  private func answer(_ network: Network, seed: UInt64 = 3, number: Int = 1, method: String = "GET") -> Script
  {
    let request = RecordedRequest(number: number, method: method, path: "/a", query: "b=c")
    return NetworkWeather(network: network, seed: seed).script(for: .ok(body), answering: request)
  }

  private func network(loss: Double = 0, _ faults: [UpstreamFault: Double] = [:]) -> Network {
    var network = Network()
    network.loss = loss
    network.faults = faults
    return network
  }

  /// Where a packet was lost, packet by packet.
  private func losses(_ script: Script) -> [Bool] {
    var losses: [Bool] = []
    var isLost = false
    for step in script.steps {
      switch step {
      case .delay: isLost = true
      case .bytes:
        losses.append(isLost)
        isLost = false
      default: break
      }
    }
    return losses
  }

  private func bytes(_ script: Script) -> [UInt8] {
    script.steps.flatMap { step -> [UInt8] in if case .bytes(let bytes) = step { bytes } else { [] } }
  }

  /// What tells a spoilt answer from a whole one, without the text of its content.
  private func outline(_ script: Script) -> String {
    "\(script.status) \(script.framing) \(script.steps.count) \(bytes(script).count) \(script.shaping as Any)"
  }

  @Test("In fair weather an answer goes out as it is")
  func fair() {
    let fair = answer(Network())
    #expect(fair.status == 200)
    #expect(fair.framing == .automatic)
    #expect(fair.steps.count == 1)
    #expect(bytes(fair) == body)
    #expect(fair.shaping == Shaping.none)
  }

  @Test("The seed and the number of a request decide, not the order in which requests come")
  func order() {
    let network = network(loss: 0.3, [.error500: 0.3, .error429: 0.3])
    func decisions(_ numbers: some Sequence<Int>, seed: UInt64) -> [Int: String] {
      Dictionary(
        uniqueKeysWithValues: numbers.map { number in
          let script = answer(network, seed: seed, number: number)
          return (number, "\(script.status) \(losses(script))")
        }
      )
    }
    #expect(decisions(1...200, seed: 3) == decisions((1...200).reversed(), seed: 3))
    #expect(decisions(1...200, seed: 3) != decisions(1...200, seed: 4))
  }

  /// The fault used to be drawn after the packets, so with losses it depended on how long the content was.
  @Test("What is asked for does not decide which fault happens")
  func contentDoesNotMatter() {
    let weather = NetworkWeather(network: network(loss: 0.5, [.error500: 0.5]), seed: 3)
    for number in 1...100 {
      let request = RecordedRequest(number: number, path: "/a")
      let statuses = [Script.ok("short"), .ok(body)].map {
        weather.script(for: $0, answering: request).status
      }
      #expect(statuses[0] == statuses[1])
    }
  }

  @Test("A chance of 0 never comes and one of 1 always does", arguments: UpstreamFault.allCases)
  func certainty(fault: UpstreamFault) {
    let fair = outline(answer(Network()))
    for number in 1...50 {
      #expect(outline(answer(network([fault: 0]), number: number)) == fair)
      #expect(outline(answer(network([fault: 1]), number: number)) != fair)
    }
  }

  /// They used to be drawn one after the other, so that the second of two halves came a quarter of the time.
  @Test("Each fault has its share of all requests, also beside others")
  func shares() {
    let network = network([.error500: 0.5, .error429: 0.3, .redirectLoop: 0.2])
    var counts: [Int: Int] = [:]
    for number in 1...2000 { counts[answer(network, number: number).status, default: 0] += 1 }
    #expect(counts[200] == nil)
    for (status, share) in [(500, 0.5), (429, 0.3), (302, 0.2)] {
      #expect(abs(Double(counts[status] ?? 0) / 2000 - share) < 0.04)
    }
  }

  @Test("Loss cuts the content into packets, delays its share of them, and takes nothing away")
  func loss() {
    for (loss, tolerance) in [(0.1, 0.03), (0.5, 0.05), (1, 0)] {
      var lost = 0
      for number in 1...100 {
        let script = answer(network(loss: loss), number: number)
        #expect(bytes(script) == body)
        let packets = losses(script)
        #expect(packets.count == (body.count + NetworkWeather.packet - 1) / NetworkWeather.packet)
        lost += packets.filter(\.self).count
      }
      let packets = 100 * ((body.count + NetworkWeather.packet - 1) / NetworkWeather.packet)
      #expect(abs(Double(lost) / Double(packets) - loss) <= tolerance)
    }
  }

  /// The generator counts in even steps, and the requests' streams used to begin just as far apart: what was
  /// lost of one answer was, two packets on, what was lost of the one after next.
  @Test("What is lost of one answer tells nothing about another")
  func independence() {
    let long = Script.ok([UInt8](repeating: 0, count: 100 * NetworkWeather.packet))
    for seed: UInt64 in [0, 1] {
      let weather = NetworkWeather(network: network(loss: 0.5), seed: seed)
      let answers = (1...4).map { number in
        losses(weather.script(for: long, answering: RecordedRequest(number: number, path: "/a")))
      }
      for later in 1..<4 {
        for shift in 0...4 {
          #expect(Array(answers[0].dropFirst(shift)) != Array(answers[later].dropLast(shift)))
        }
      }
    }
  }

  /// They used to be waited for, with the connection held up for every packet that HEAD leaves out.
  @Test("The answer to HEAD has no packets to lose")
  func head() {
    #expect(answer(network(loss: 1), method: "HEAD").steps.count == 1)
  }

  @Test("Faults and losses come together")
  func faultAndLoss() {
    let script = answer(network(loss: 1, [.reset: 1]))
    #expect(losses(script) == Array(repeating: true, count: 6))
    #expect(bytes(script) == Array(body.prefix(body.count / 2)))
    guard case .reset? = script.steps.last else {
      Issue.record("no reset")
      return
    }
    #expect(script.framing == .length(body.count))
  }

  /// Errors and redirects used to come at once, however slow the network was said to be.
  @Test("Latency and bandwidth shape every answer, spoilt or not", arguments: UpstreamFault.allCases)
  func shaping(fault: UpstreamFault) {
    var network = Network()
    network.latency = .milliseconds(80)
    network.bandwidth = 50_000
    #expect(answer(network).shaping == Shaping(latency: .milliseconds(80), bandwidth: 50_000))
    network.faults = [fault: 1]
    let latency = Duration.milliseconds(fault == .slowHeaders ? 3080 : 80)
    #expect(answer(network).shaping == Shaping(latency: latency, bandwidth: 50_000))
  }

  /// A file of gigabytes has packets by the million, and they used to be drawn before its first byte was sent.
  @Test("Content that is computed loses its packets block by block, the same ones each time")
  func blocks() {
    let block = 10 * NetworkWeather.packet
    let script = Script(steps: [
      .blocks(0..<1 << 40) { part in [.bytes(part.map { UInt8(truncatingIfNeeded: $0) })] }
    ])
    func lossesOfBlocks(number: Int) -> [[Bool]] {
      let request = RecordedRequest(number: number, path: "/a")
      let answer = NetworkWeather(network: network(loss: 0.5), seed: 3).script(
        for: script,
        answering: request
      )
      guard answer.steps.count == 1, case .blocks(0..<1 << 40, let steps) = answer.steps[0] else {
        Issue.record("other steps")
        return []
      }
      return (0..<20).map { index in
        let range = index * block..<(index + 1) * block
        let block = Script(steps: steps(range))
        #expect(bytes(block) == range.map { UInt8(truncatingIfNeeded: $0) })
        return losses(block)
      }
    }
    let one = lossesOfBlocks(number: 1)
    #expect(one == lossesOfBlocks(number: 1))
    #expect(one != lossesOfBlocks(number: 2))
    #expect(Set(one).count > 15)
    #expect(abs(Double(one.flatMap(\.self).count(where: \.self)) / 200 - 0.5) < 0.15)
  }

  @Test(
    "Faults happen to content that is computed as to any other",
    arguments: [UpstreamFault.truncate, .reset]
  )
  func computed(fault: UpstreamFault) {
    let script = Script(steps: [.blocks(100..<1 << 40) { _ in [] }])
    let spoilt = fault.spoil(script, answering: RecordedRequest(path: "/a"))
    #expect(spoilt.framing == .length(1 << 40 - 100))
    #expect(spoilt.contentLength == (1 << 40 - 100) / 2)
    #expect(spoilt.steps.count == 2)
  }
}
