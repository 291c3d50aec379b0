import ArgumentParser
import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import GalleryJobs

/// What every command that loads something can be told.
struct LoadOptions: ParsableArguments {
  @Flag(help: "Write JSON lines to standard output, and everything for people to standard error.")
  var json = false

  @Option(help: ArgumentHelp("Where music and GIFs come from.", valueName: "embedded|real"))
  var upstream = UpstreamChoice.embedded

  @Option(
    help: ArgumentHelp(
      "Where what is kept lives: database, caches, what is known of fetched files. (default: GALLERY_DATA, or the "
        + "platform's folder for data)",
      valueName: "DIR"
    )
  )
  var data: String?

  @Option(
    .duration,
    help: "One deadline for each load, such as 30s or 500ms; for fetch the longest silence.",
    valueName: "D"
  )
  var timeout = DurationArgument(.seconds(30))

  @Option(.from(1), help: "Loads at once in all; more wait their turn.", valueName: "N")
  var concurrency = 16

  @Option(.from(1), help: "Connections at once to one host.", valueName: "N")
  var perHost = 8

  @Option(.from(0), help: "Further tries of a load after the first.", valueName: "N")
  var retries = 3

  @Option(
    .bytes,
    help:
      "The largest body accepted, such as 10MB. (default: 16MB for JSON, 64MB for images, 512MB for files)",
    valueName: "N"
  )
  var maxBytes: ByteCountArgument?

  @Flag(help: "Let loads reach loopback, private and link-local addresses.")
  var allowPrivateAddresses = false

  // No group: a debug build looks through groups inside a group dozens of times, at each start.
  @Option(name: .customLong("trace"), help: TraceOption.help) var traceFile: String?

  @Flag(help: "Show no progress; serve writes no line a request.")
  var quiet = false

  func validate() throws {
    guard data?.isEmpty != true else { throw ValidationError("--data is empty; name a folder.") }
  }

  var trace: TraceOption { TraceOption(file: traceFile) }

  /// What carries all loads of this process, and the places that they wait for.
  ///
  /// - Parameters:
  ///   - own: Addresses of this program's own servers, which are allowed in any case.
  ///   - waiting: How many loads may wait.
  ///   - decompresses: Whether what comes compressed is given as it was before. A file is what the server has.
  func carrier(
    own: [AddressGuard.Exception] = [],
    waiting: Int = 10_000,
    decompresses: Bool = true
  ) -> LoadCarrier {
    var configuration = AsyncHTTPClientTransport.Configuration()
    if !decompresses { configuration.decompressionRatio = nil }
    configuration.addressGuard = AddressGuard(allowsPrivate: allowPrivateAddresses, exceptions: Set(own))
    configuration.connectionsPerHost = perHost
    var limits = Admission.Limits()
    limits.total = concurrency
    limits.perHost = perHost
    limits.waiting = waiting
    return LoadCarrier(
      transport: AsyncHTTPClientTransport(configuration: configuration),
      admission: Admission(limits: limits)
    )
  }

  /// - Parameters:
  ///   - cache: What keeps the answers; nil where nothing does.
  ///   - metrics: Told of each load; nil where nobody counts.
  func fetcher(
    of content: LoadedContent,
    over carrier: LoadCarrier,
    keptIn cache: HTTPCache? = nil,
    metrics: (@Sendable (FetchRequest, LoadMetrics) -> Void)? = nil
  ) -> Fetcher {
    var configuration = Fetcher.Configuration()
    configuration.admission = carrier.admission
    configuration.cache = cache
    configuration.deadline = timeout.duration
    // Of a batch for one host, all but the first members failed for the time that those before them took.
    configuration.deadlineCountsWait = false
    configuration.byteLimit = byteLimit(of: content)
    configuration.retry.retries = retries
    configuration.userAgent = "Gallery/1.0"
    configuration.metrics = metrics
    return Fetcher(transport: carrier.transport, configuration: configuration)
  }

  func byteLimit(of content: LoadedContent) -> Int64 { maxBytes?.count ?? content.byteLimit }
}

/// What carries loads, and the places that they wait for.
struct LoadCarrier {
  var transport: any Transport
  let admission: Admission

  /// With the same places, over another transport.
  func with(_ transport: any Transport) -> LoadCarrier {
    LoadCarrier(transport: transport, admission: admission)
  }
}

/// What a load is expected to bring.
enum LoadedContent {
  case json, image, file

  /// How many bytes of it are accepted unless the command line says otherwise.
  var byteLimit: Int64 {
    switch self {
    case .json: 16_000_000
    case .image: 64_000_000
    case .file: 512_000_000
    }
  }
}

enum UpstreamChoice: String, ExpressibleByArgument, CaseIterable {
  /// The one in this program.
  case embedded
  /// Apple's and Giphy's.
  case real
}

extension JobStyle: ExpressibleByArgument {}
