import ArgumentParser
import ErrandsLoading
import GalleryConnections
import GalleryServer

/// How much `gallery serve` does for how many.
struct ServingOptions: ParsableArguments {
  @Option(.from(1), help: "Pages that listen to events at once.", valueName: "N")
  var maxListeners = GalleryServer.Configuration().listenerLimit

  @Option(.from(1), help: "Pages of one client that listen to events at once.", valueName: "N")
  var maxListenersPerClient = GalleryServer.Configuration().listenerLimitOfOneClient

  @Option(.from(1), help: "Pictures that are fetched or made at once in all.", valueName: "N")
  var maxImages = GalleryServer.Configuration().imageLimit

  @Option(.from(1), help: "Pictures of one client that are fetched or made at once.", valueName: "N")
  var maxImagesPerClient = GalleryServer.Configuration().imageLimitOfOneClient

  @Option(.from(1), help: "Batches of photos at once in all.", valueName: "N")
  var maxBatches = GalleryServer.Configuration().batchLimit

  @Option(.from(1), help: "Batches of photos of one client at once.", valueName: "N")
  var maxBatchesPerClient = GalleryServer.Configuration().batchLimitOfOneClient

  @Option(.duration, help: "How long a batch of photos may take.", valueName: "D")
  var batchTimeout = DurationArgument(GalleryServer.Configuration().batchTimeLimit)

  @Option(
    each: .network,
    help:
      "A proxy's address, or a network of proxies, whose X-Forwarded-For says who asks; can be given several times.",
    valueName: "ADDR"
  )
  var trustedProxy: [IPNetwork] = []

  @Option(
    each: .network,
    help:
      "Who may ask /ready and /metrics without the password: an address, or a network; can be given several times.",
    valueName: "ADDR"
  )
  var monitor: [IPNetwork] = []

  @Option(
    .bytes,
    help:
      "How much is kept of pictures and of what is made of them, on disk; an eighth of it in memory, too. "
      + "(default: 256MB)",
    valueName: "BYTES"
  )
  var cacheSize: ByteCountArgument?

  /// Where pictures are kept. For all clients: what a server says is private to one is not kept.
  func cache(in folder: DataFolder) -> HTTPCache {
    let size = cacheSize?.count ?? 256_000_000
    return HTTPCache(memoryLimit: size / 8, folder: folder.cache, diskLimit: size, isShared: true)
  }

  func apply(to configuration: inout GalleryServer.Configuration) {
    configuration.connections.proxies = TrustedProxies(trustedProxy)
    configuration.monitors = monitor
    configuration.listenerLimit = maxListeners
    configuration.listenerLimitOfOneClient = maxListenersPerClient
    configuration.imageLimit = maxImages
    configuration.imageLimitOfOneClient = maxImagesPerClient
    configuration.batchLimit = maxBatches
    configuration.batchLimitOfOneClient = maxBatchesPerClient
    configuration.batchTimeLimit = batchTimeout.duration
  }
}
