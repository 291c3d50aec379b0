import ArgumentParser
import ErrandsLoading
import GalleryConnections
import GalleryServer

/// How much `gallery serve` does for how many.
struct ServingOptions: ParsableArguments {
  @OptionGroup var connections: ConnectionOptions

  @Option(.from(1), help: "Pages that listen to events at once.", valueName: "N")
  var maxListeners = GalleryServer.Configuration().listenerLimit

  @Option(.from(1), help: "Pages of one client that listen to events at once.", valueName: "N")
  var maxListenersPerClient = GalleryServer.Configuration().listenerLimitOfOneClient

  @Option(.from(1), help: "Batches of photos at once in all.", valueName: "N")
  var maxBatches = GalleryServer.Configuration().batchLimit

  @Option(.from(1), help: "Batches of photos of one client at once.", valueName: "N")
  var maxBatchesPerClient = GalleryServer.Configuration().batchLimitOfOneClient

  @Option(.duration, help: "How long a batch of photos may take.", valueName: "D")
  var batchTimeout = DurationArgument(GalleryServer.Configuration().batchTimeLimit)

  @Option(
    each: .address,
    help: "A proxy's address, whose X-Forwarded-For says who asks; can be given several times.",
    valueName: "ADDR"
  )
  var trustedProxy: [IPAddress] = []

  func apply(to configuration: inout GalleryServer.Configuration) {
    configuration.connections = connections.limits()
    configuration.connections.proxies = Set(trustedProxy)
    configuration.listenerLimit = maxListeners
    configuration.listenerLimitOfOneClient = maxListenersPerClient
    configuration.batchLimit = maxBatches
    configuration.batchLimitOfOneClient = maxBatchesPerClient
    configuration.batchTimeLimit = batchTimeout.duration
  }
}
