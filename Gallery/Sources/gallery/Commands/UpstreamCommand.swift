import ArgumentParser
import ErrandsUpstream
import GalleryConnections
import GalleryUpstream

struct UpstreamCommand: EndlessCommand {
  static let configuration = CommandConfiguration(
    commandName: "upstream",
    abstract: "Runs the embedded upstream alone, as bad as you like.",
    discussion: """
      Faults: \(UpstreamFault.allCases.map(\.rawValue).joined(separator: ", ")).

      To try downloads with: /photos/{number}.{jpg|png|webp}?width=&height=&fault=, and files of any size up to 16 GiB, \
      /files/{name}?bytes=&seed=&break=&fault=. Both answer ranges and conditions, and are the same each time. With \
      break=N an answer ends before byte N of the file, and only what begins there or later is sent whole.
      """
  )

  @Option(.port, help: "The port to listen on; 0 takes a free one.", valueName: "N")
  var port = 0

  @Option(.number, help: "What the invented world grows from.", valueName: "N")
  var seed: UInt64 = 1

  @Option(.duration, help: "How long each answer waits, such as 300ms.", valueName: "D")
  var latency: DurationArgument?

  @Option(.bytes, help: "Bytes a second for each answer, such as 8KB.", valueName: "BYTES/S")
  var bandwidth: ByteCountArgument?

  @Option(.share, help: "The share of packets lost, 0 to 1.", valueName: "P")
  var loss = 0.0

  @Option(each: .fault, help: "A fault and how often it happens, such as truncate=0.1.", valueName: "NAME=P")
  var fault: [FaultArgument] = []

  @Flag(help: "Write JSON lines to standard output.")
  var json = false

  @OptionGroup var connections: ConnectionOptions

  @Option(help: TraceOption.help) var trace: String?

  func run() async throws {
    try await TraceOption(file: trace).recording { try await serve() }
  }

  /// The upstream that is described by the options.
  func upstream() -> EmbeddedUpstream.Configuration {
    var configuration = EmbeddedUpstream.Configuration()
    configuration.port = port
    configuration.seed = seed
    configuration.connections = connections.limits()
    configuration.network.latency = latency?.duration ?? .zero
    configuration.network.bandwidth = bandwidth.map { Int($0.count) }
    configuration.network.loss = loss
    configuration.network.faults = Dictionary(fault.map { ($0.fault, $0.chance) }, uniquingKeysWith: { $1 })
    return configuration
  }

  private func serve() async throws {
    let upstream = try await EmbeddedUpstream.start(upstream()) { [json] exchange in
      let line = ExchangeLine(exchange)
      ServerOutput.results.add(json ? Output.json(line) : line.text)
    }
    defer { ServerOutput.finish() }
    Listening(listening: upstream.url.absoluteString).tell("The upstream", json: json)
    // Until it is interrupted.
    try? await Task.sleep(for: .seconds(Int64.max / 1_000_000_000))
    await upstream.stop()
    throw CancellationError()
  }
}

/// `truncate=0.1`
struct FaultArgument {
  let fault: UpstreamFault
  let chance: Double

  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let fault = UpstreamFault(rawValue: String(parts[0])),
      let chance = Double(parts[1]), (0...1).contains(chance)
    else { return nil }
    self.fault = fault
    self.chance = chance
  }
}

/// What the upstream says of a request.
struct ExchangeLine: Encodable {
  let method: String
  let path: String
  let status: Int?
  let bytes: Int
  let closedEarly: Bool

  init(_ exchange: Exchange) {
    method = exchange.method
    path = exchange.path
    status = exchange.status
    bytes = exchange.bytes
    closedEarly = exchange.closedEarly
  }

  var text: String {
    let size = bytes == 1 ? "1 byte" : "\(bytes) bytes"
    let end = closedEarly ? ", closed early" : ""
    return "\(method) \(path) \(status.map(String.init) ?? "-") \(size)\(end)".plain
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(method, forKey: .method)
    try container.encode(path, forKey: .path)
    try container.encode(status, forKey: .status)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(closedEarly, forKey: .closedEarly)
  }

  private enum CodingKeys: String, CodingKey { case method, path, status, bytes, closedEarly }
}
