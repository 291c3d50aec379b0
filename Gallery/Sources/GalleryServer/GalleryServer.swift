import Errands
import ErrandsImageLoading
import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryDatabase
import GalleryJobs
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Gallery's HTTP server: the page, and the interface that it stands on.
public struct GalleryServer: Sendable {
  public struct Configuration: Sendable {
    /// Where to listen: a name or an address, one of version 6 with brackets or without. Default 127.0.0.1.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes a free one. Default 8080.
    public var port = 8080
    /// Where people reach the server, perhaps by way of a proxy. Default nil: at the address listened on.
    public var publicURL: URL?
    /// What is asked of everybody; nil, the default, is nothing.
    public var password: Password?
    /// Who may ask `/ready` and `/metrics` without it: a program that watches the server has no session. Default nobody.
    public var monitors: [IPNetwork] = []
    /// How long a session lasts at most. Default 30 days.
    public var sessionLifetime = Duration.seconds(30 * 86_400)
    /// How long a session lasts that is not used. Default a week.
    public var sessionIdle = Duration.seconds(7 * 86_400)
    /// Where pictures, and what is made of them, are kept by several servers together. Default nil: by each for itself.
    public var pictureTier: (any SharedTier)?
    /// Where sessions are known, if other servers are to know them. Default nil: in this process alone.
    public var sessions: (any SessionStore)?
    /// Where charts come from: scheme, host and port. Default Apple's.
    public var musicBase = MusicFeed.appleBase
    /// Where photos at addresses that begin with a slash come from; nil, the default, makes such an address one
    /// that cannot be loaded.
    public var photoBase: URL?
    /// The network between this server and its own upstream, told and changed at `/api/network`; nil, the default, is none.
    public var network: CurrentNetwork?
    /// What addresses of pictures are signed with. Default a new key: no page outlives the server then.
    public var signingKey = SigningKey()
    /// The list of articles whose covers are shown; nil, the default, is none.
    public var articles: ArticleFeed?
    /// Pictures that are fetched or made at once; one more is answered 503. Default 128.
    public var imageLimit = 128
    /// Pictures of one client that are fetched or made at once; one more is answered 429. Default 64, which is more than a
    /// page has in sight.
    public var imageLimitOfOneClient = 64
    /// Batches of photos at once; one more is answered 429. Default 8.
    public var batchLimit = 8
    /// Batches of photos of one client at once; the same. Default 4.
    public var batchLimitOfOneClient = 4
    /// How long a batch of photos may take. Default 30 minutes.
    public var batchTimeLimit = Duration.seconds(1800)
    /// How long nothing may be heard of a server before another one that shares its store goes on with its batches: so
    /// long, too, waits one that is started again after it was killed. Default 3 seconds.
    public var batchLease = Duration.seconds(3)
    /// How many members of a batch a server takes at a time. Default all of them.
    public var batchMembersTaken = Int.max
    /// Models that are loaded at once; one more is answered 429. Default 256.
    public var modelLimit = 256
    /// What ticks for the listeners of that topic. Default once a second.
    public var clock = WallClock()
    /// Loads of charts and searches at once; one more is answered 503. Default 64.
    public var loadLimit = 64
    /// Listeners to events at once; one more is answered 503. Default 256.
    public var listenerLimit = 256
    /// Listeners of one client at once; one more is answered 429. Default 128.
    public var listenerLimitOfOneClient = 128
    /// How many connections are held, and how long. Default ``ConnectionLimits/init()``.
    public var connections = ConnectionLimits()
    /// Where the server counts what it does, told at `/metrics`.
    public var metrics = PrometheusMetrics()
    /// What all runs of this process are doing, told at `/api/loads` and to those who listen to the timeline.
    public var timeline = Timeline()
    /// How often those are told. Default ten times a second.
    public var timelinePace = Duration.milliseconds(100)
    /// How often a silent stream of events shows that it lives. Default 15 seconds.
    public var heartbeat = Duration.seconds(15)

    public init() {}

    /// Whether only this machine can reach the server.
    public var isLocal: Bool { ServedHosts(listened: host, publicURL: publicURL).isLocal }
  }

  let configuration: Configuration
  let place: ServedPlace
  let door: Door?
  var hosts: ServedHosts {
    ServedHosts(listened: configuration.host, publicURL: configuration.publicURL)
  }
  var own: OwnUpstream { OwnUpstream(configuration.photoBase) }
  let charts: Fetcher
  let gifs: @Sendable (JobStyle) -> GifsJob
  let pictures: Fetcher
  let library: Errand<any LibraryStore>
  let log: RequestLog
  let metrics: ServerMetrics
  let logger: Logger

  /// - Parameters:
  ///   - charts: What charts and models are loaded with.
  ///   - gifs: Makes what searches for GIFs, in a style.
  ///   - transport: What covers, photos and GIFs are loaded over.
  ///   - pictures: With which limits, and in which cache they are kept; what is made of them is kept there, too.
  ///   - library: Opens the library of saved things and of batches, when it begins, or else when a client first asks.
  ///   - logger: Where the server says what goes wrong. It must not block.
  ///   - onRequest: Called after each request, to write a line about it; it must not block. Of those that are refused, a
  ///     hundred a second have a line.
  /// - Throws: What is wrong with the public URL.
  public init(
    configuration: Configuration,
    charts: Fetcher,
    gifs: @escaping @Sendable (JobStyle) -> GifsJob,
    transport: any Transport,
    pictures: Fetcher.Configuration,
    library: Errand<any LibraryStore>,
    logger: Logger,
    onRequest: @escaping @Sendable (RequestLine) -> Void
  ) throws(ServedPlace.Unusable) {
    self.configuration = configuration
    place = try ServedPlace(configuration.publicURL)
    door = configuration.password.map { Door(password: $0, configuration) }
    self.charts = charts
    self.gifs = gifs
    let own = OwnUpstream(configuration.photoBase)
    let metrics = ServerMetrics(configuration.metrics)
    self.metrics = metrics
    let originals = WholePictures(over: own.transport(over: transport))
    let shared = configuration.pictureTier.map { tier -> any Transport in
      SharedTransport(over: originals, tier: tier, byteLimit: pictures.byteLimit)
    }
    self.pictures = Fetcher(transport: shared ?? originals, configuration: pictures)
    self.library = library
    self.logger = logger
    log = RequestLog(logger: logger, metrics: metrics, onRequest: onRequest)
  }

  /// What the routes stand on.
  struct Parts: Sendable {
    let hub: EventHub
    let signer: ImageSigner
    let batches: PhotoBatches
    let models: ServedModels
    let library: OpenedLibrary
  }

  func parts() -> Parts {
    let hub = EventHub(
      listenerLimit: configuration.listenerLimit,
      ofOneClient: configuration.listenerLimitOfOneClient,
      clock: configuration.clock
    )
    configuration.timeline.begin()
    let signer = ImageSigner(key: configuration.signingKey, own: own, place: place)
    let library = OpenedLibrary(open: library)
    let batches = PhotoBatches(
      store: { try await library.library().batches },
      fetcher: pictures,
      base: own.lastingBase,
      signer: signer,
      hub: hub,
      timeline: configuration.timeline,
      limits: .init(
        batches: BatchLimits(
          running: configuration.batchLimit,
          runningOfOne: configuration.batchLimitOfOneClient
        ),
        time: configuration.batchTimeLimit,
        lease: configuration.batchLease,
        taken: configuration.batchMembersTaken
      ),
      logger: logger
    )
    let models = ServedModels(
      fetcher: charts,
      own: own,
      hub: hub,
      timeline: configuration.timeline,
      limit: configuration.modelLimit,
      logger: logger
    )
    return Parts(hub: hub, signer: signer, batches: batches, models: models, library: library)
  }

  /// Serves until its task is cancelled.
  ///
  /// - Parameter onListening: Called with the server's own address once it answers.
  /// - Throws: ``CannotListen``.
  public func run(onListening: @escaping @Sendable (_ address: String) async -> Void) async throws {
    // What was purged while this server was away is not shown.
    if let cache = pictures.configuration.cache { await configuration.pictureTier?.attach(cache) }
    let parts = parts()
    let hosts = hosts
    let router = try router(over: parts)
    router.refuseOtherMethods()
    let limits = configuration.connections
    // Where sessions are checked, that is for the routes, each time.
    let repeats = door == nil ? RepeatedAnswers(log: log, proxies: limits.proxies) : nil
    let connections = Connections(limits: limits)
    metrics.watch(connections)
    let application = Application(
      responder: PassingResponder(inner: router.buildResponder(), connections: connections),
      server: .limitedHTTP1(connections, limits, log: log, at: place, repeating: repeats),
      configuration: .init(address: .hostname(hosts.listened, port: configuration.port)),
      onServerRunning: { channel in
        try? await channel.restAfterFailedAccept()
        let port = channel.localAddress?.port ?? 0
        await onListening("http://\(hosts.opening):\(port)")
      },
      logger: logger
    )
    do {
      try await serve(application, over: parts)
    } catch let error as IOError {
      throw CannotListen(host: configuration.host, port: configuration.port, code: error.errnoCode)
    } catch is SocketAddressError.UnknownHost {
      throw CannotListen(host: configuration.host, port: configuration.port, code: nil)
    } catch is SocketAddressError {
      throw CannotListen(host: configuration.host, port: configuration.port, code: EADDRNOTAVAIL)
    }
  }

  /// Answers until cancelled; then takes no more, ends the loads of the batches, which go on when it is started again, and
  /// the streams of events, and gives what is under way a moment to end by itself.
  private func serve(
    _ application: some ApplicationProtocol,
    over parts: Parts
  ) async throws {
    let (hub, batches, models) = (parts.hub, parts.batches, parts.models)
    let timeline = TimelineFeed(
      timeline: configuration.timeline,
      hub: hub,
      own: own,
      interval: configuration.timelinePace
    )
    let heartbeat = Heartbeat(hub: hub, interval: configuration.heartbeat)
    var services: [any Service] = [application, heartbeat, timeline]
    if let door { services.append(SessionSweep(sessions: door.sessions, interval: configuration.heartbeat)) }
    var lifecycle = ServiceGroupConfiguration(services: services, logger: logger)
    lifecycle.maximumGracefulShutdownDuration = .seconds(1)
    let group = ServiceGroup(configuration: lifecycle)
    let running = Task { try await group.run() }
    let carrying = Task { await batches.run() }
    let result = await withTaskCancellationHandler {
      await running.result
    } onCancel: {
      batches.close()
      hub.finish()
      models.close()
      Task { await group.triggerGracefulShutdown() }
    }
    batches.close()
    await carrying.end(within: .seconds(1))
    try result.get()
  }
}
