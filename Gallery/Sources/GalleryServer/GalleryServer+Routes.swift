import ErrandsImageLoading
import ErrandsLoading
import Hummingbird

extension GalleryServer {
  func router(over parts: Parts) throws -> Router<BasicRequestContext> {
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestNaming(proxies: configuration.connections.proxies))
    router.add(middleware: log)
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ProblemMiddleware(own: own, logger: logger))
    router.add(middleware: HostCheck(hosts: hosts))
    router.add(middleware: PathCheck())
    router.add(middleware: MethodCheck())
    router.add(middleware: ServerOptions())
    router.add(middleware: SameSiteCheck(hosts: hosts))
    router.add(middleware: PrefixRedirect(place: place))
    if let door {
      router.add(
        middleware: SessionCheck(
          sessions: door.sessions,
          place: place,
          monitors: configuration.monitors,
          proxies: configuration.connections.proxies
        )
      )
    }
    router.add(middleware: try PageFiles())
    if let door {
      let cookie = SessionCookie(place: place, lifetime: configuration.sessionLifetime)
      LoginRoutes(door: door, cookie: cookie, proxies: configuration.connections.proxies).add(to: router)
    }
    addRoutes(to: router.group().add(middleware: JSONCheck()).add(middleware: PackedAnswers()), over: parts)
    return router
  }

  /// What is answered, such as `GET /api/photos/{batch}`: what `openapi.json` has to tell of.
  func routes() throws -> [String] {
    try router(over: parts()).routes.map { "\($0.method.rawValue) \($0.path)" }
  }

  private func addRoutes(to router: some RouterMethods<BasicRequestContext>, over parts: Parts) {
    let (hub, signer, batches, library) = (parts.hub, parts.signer, parts.batches, parts.library)
    EventRoutes(hub: hub, batches: batches, proxies: configuration.connections.proxies).add(to: router)
    var loading = ImageLoader.Configuration()
    loading.tier = configuration.pictureTier
    let images = ServedImages(
      loader: ImageLoader(fetcher: pictures, configuration: loading),
      own: own,
      timeline: configuration.timeline
    )
    let imageLimit = ImageLimit(configuration)
    ImageRoutes(images: images, signer: signer, limit: imageLimit).add(to: router)
    CoverImageRoutes(images: images, signer: signer, limit: imageLimit).add(to: router)
    LoadsRoutes(timeline: configuration.timeline, own: own).add(to: router)
    NetworkRoutes(network: configuration.network, hub: hub).add(to: router)
    let feed = LoadFeed(hub: hub, own: own, timeline: configuration.timeline)
    let limit = InFlightLimit(configuration.loadLimit)
    MusicRoutes(
      fetcher: charts,
      base: configuration.musicBase,
      signer: signer,
      feed: feed,
      limit: limit
    ).add(to: router)
    GifsRoutes(job: gifs, signer: signer, feed: feed, limit: limit).add(to: router)
    PhotosRoutes(batches: batches, proxies: configuration.connections.proxies, place: place).add(to: router)
    if let articles = configuration.articles {
      CoversRoutes(articles: articles, fetcher: charts, signer: signer, feed: feed, limit: limit).add(
        to: router
      )
    }
    let cache = pictures.configuration.cache
    PurgeRoutes(cache: cache, tier: configuration.pictureTier, signer: signer, logger: logger).add(to: router)
    metrics.watch(cache: cache, batches: batches) { [weak hub] in hub?.listenerCount ?? 0 }
    HealthRoutes(library: library, cache: cache, metrics: configuration.metrics).add(to: router)
    let base = configuration.photoBase
    ModelsRoutes(models: parts.models, library: library, base: base).add(to: router)
    let keeper = LibraryKeeper(
      library: library,
      images: images,
      charts: charts,
      musicBase: configuration.musicBase,
      timeline: configuration.timeline
    ) { hub.publish("library", data: JSONText.line(["kept": $0]), topic: .models) }
    LibraryRoutes(
      library: library,
      keeper: keeper,
      signer: signer,
      hub: hub,
      limit: limit,
      previews: LibraryPreviews(images: images, limit: imageLimit)
    ).add(to: router)
  }
}
