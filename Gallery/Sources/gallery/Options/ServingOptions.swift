import ArgumentParser
import ErrandsLoading
import GalleryConnections
import GalleryServer

/// How much `gallery serve` does for how many.
struct ServingOptions: ParsableArguments {
  @OptionGroup var connections: ConnectionOptions

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

  @Option(parsing: .unconditional, help: ArgumentHelp("How long a batch of photos may take.", valueName: "D"))
  var batchTimeout = DurationArgument(GalleryServer.Configuration().batchTimeLimit)

  @Option(
    help: ArgumentHelp(
      "A proxy's address, whose X-Forwarded-For says who asks; can be given several times.",
      valueName: "ADDR"
    )
  )
  var trustedProxy: [ProxyArgument] = []

  func validate() throws {
    let counts = [
      ("--max-listeners", maxListeners), ("--max-listeners-per-client", maxListenersPerClient),
      ("--max-batches", maxBatches), ("--max-batches-per-client", maxBatchesPerClient),
    ]
    for (name, count) in counts where count < 1 {
      throw ValidationError("\(name) \(count): give 1 or more.")
    }
  }

  func apply(to configuration: inout GalleryServer.Configuration) {
    configuration.connections = connections.limits()
    configuration.connections.proxies = Set(trustedProxy.map(\.address))
    configuration.listenerLimit = maxListeners
    configuration.listenerLimitOfOneClient = maxListenersPerClient
    configuration.batchLimit = maxBatches
    configuration.batchLimitOfOneClient = maxBatchesPerClient
    configuration.batchTimeLimit = batchTimeout.duration
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
