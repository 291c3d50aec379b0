import ArgumentParser
import ErrandsLoading
import GalleryServer

/// How much `gallery serve` does for how many, and how long it waits for them.
struct ServingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Connections at once in all; who keeps the server waiting gives way.", valueName: "N")
  )
  var maxClients = ConnectionLimits().count

  @Option(parsing: .unconditional, help: ArgumentHelp("Connections at once of one client.", valueName: "N"))
  var maxPerClient = ConnectionLimits().ofOneClient

  @Option(parsing: .unconditional, help: ArgumentHelp("Pages that listen to events at once.", valueName: "N"))
  var maxListeners = GalleryServer.Configuration().listenerLimit

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pages of one client that listen to events at once.", valueName: "N")
  )
  var maxListenersPerClient = GalleryServer.Configuration().listenerLimitOfOneClient

  @Option(parsing: .unconditional, help: ArgumentHelp("Batches of photos at once in all.", valueName: "N"))
  var maxBatches = GalleryServer.Configuration().batchLimit

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Batches of photos of one client at once.", valueName: "N")
  )
  var maxBatchesPerClient = GalleryServer.Configuration().batchLimitOfOneClient

  @Option(help: ArgumentHelp("How long a batch of photos may take.", valueName: "D"))
  var batchTimeout = DurationArgument(GalleryServer.Configuration().batchTimeLimit)

  @Option(help: ArgumentHelp("How long the head of a request may take to arrive.", valueName: "D"))
  var headTimeout = DurationArgument(ConnectionLimits().head)

  @Option(help: ArgumentHelp("How long the body of a request may take to arrive.", valueName: "D"))
  var bodyTimeout = DurationArgument(ConnectionLimits().body)

  @Option(help: ArgumentHelp("How long a connection is kept between two requests.", valueName: "D"))
  var idleTimeout = DurationArgument(ConnectionLimits().idle)

  @Option(help: ArgumentHelp("How long a client may take nothing of its answer.", valueName: "D"))
  var stallTimeout = DurationArgument(ConnectionLimits().stall)

  @Option(
    help: ArgumentHelp(
      "A proxy's address, whose X-Forwarded-For says who asks; can be given several times.",
      valueName: "ADDR"
    )
  )
  var trustedProxy: [ProxyArgument] = []

  func validate() throws {
    let counts = [
      ("--max-clients", maxClients), ("--max-per-client", maxPerClient), ("--max-listeners", maxListeners),
      ("--max-listeners-per-client", maxListenersPerClient),
      ("--max-batches", maxBatches), ("--max-batches-per-client", maxBatchesPerClient),
    ]
    for (name, count) in counts where count < 1 {
      throw ValidationError("\(name) \(count): give 1 or more.")
    }
  }

  func apply(to configuration: inout GalleryServer.Configuration) {
    configuration.connections = connections
    configuration.listenerLimit = maxListeners
    configuration.listenerLimitOfOneClient = maxListenersPerClient
    configuration.batchLimit = maxBatches
    configuration.batchLimitOfOneClient = maxBatchesPerClient
    configuration.batchTimeLimit = batchTimeout.duration
  }

  private var connections: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.count = maxClients
    limits.ofOneClient = maxPerClient
    limits.head = headTimeout.duration
    limits.body = bodyTimeout.duration
    limits.idle = idleTimeout.duration
    limits.stall = stallTimeout.duration
    limits.proxies = Set(trustedProxy.map(\.address))
    return limits
  }
}

/// The address of a proxy that is trusted.
struct ProxyArgument: ExpressibleByArgument {
  let address: IPAddress

  init?(argument: String) {
    guard let address = IPAddress(argument) else { return nil }
    self.address = address
  }
}
