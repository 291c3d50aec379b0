import Errands
import Foundation

/// Fetches over HTTP: follows redirects, tries again, checks the status, and keeps to a deadline and to a limit
/// of bytes. Works over any ``Transport``.
///
/// ```swift
/// let fetcher = Fetcher(transport: URLSessionTransport())
/// let request = try FetchRequest(address: "https://example.com/chart.json")
/// let chart = try await fetcher.json(Chart.self, for: request).value()
/// ```
public struct Fetcher: Sendable {
  /// What all copies of a fetcher share: what it was made with, and the loads that are in flight.
  private final class Common: Sendable {
    let configuration: Configuration
    let transport: any Transport
    let flights = SingleFlight<FetchKey, FetchedData> { $0.collapsed }
    /// Loads for the cache's folder alone, which have no body to share.
    let diskLoads = SingleFlight<FetchKey, FetchedData>()
    let downloads = SingleFlight<DownloadKey, DownloadedFile>()
    let openDownloads = OpenDownloads<DownloadKey>()
    /// Loads that are in flight have perhaps asked before a change: nobody joins them any more.
    let retire: @Sendable (CacheGroup) -> Void
    private let listener: UUID?

    init(_ transport: any Transport, _ configuration: Configuration) {
      self.transport = transport
      self.configuration = configuration
      retire = { [flights, diskLoads, downloads] group in
        for register in [flights, diskLoads] { register.retire { $0.isMember(of: group) } }
        downloads.retire { $0.isMember(of: group) }
      }
      listener = configuration.cache?.whenRetired(retire)
    }

    deinit { if let listener { configuration.cache?.forget(listener) } }
  }

  private let common: Common

  /// A fetcher over this transport. Its copies share their loads.
  public init(transport: any Transport, configuration: Configuration = Configuration()) {
    common = Common(transport, configuration)
    if configuration.metrics != nil { transport.beginMeasuring() }
  }

  /// As it was given when the fetcher was made.
  public var configuration: Configuration { common.configuration }
  var transport: any Transport { common.transport }
  var flights: SingleFlight<FetchKey, FetchedData> { common.flights }
  var diskLoads: SingleFlight<FetchKey, FetchedData> { common.diskLoads }
  var downloads: SingleFlight<DownloadKey, DownloadedFile> { common.downloads }
  var openDownloads: OpenDownloads<DownloadKey> { common.openDownloads }

  /// The whole answer, in memory. Progress counts the bytes of the body. Fails with ``FetchError``, with
  /// ``AdmissionError``, or with what an interceptor or ``Configuration/validate`` throws.
  ///
  /// Loads of the same thing at the same time are one: same method, address and header fields, or the same
  /// ``FetchRequest/key``. It ends with the last of them, and has the highest of their priorities; each keeps its own deadline.
  /// Whether a further try is worth its wait is decided by the deadline of the first one.
  public func data(for request: FetchRequest) -> Errand<FetchedData> {
    guard request.method.isSafe else {
      return measured(request) { limited(collected(request, $0), request) }
    }
    return .fromCallback(name(of: request)) { callback in
      beginOrJoin(request, for: callback, recorder(of: request, for: callback.run), isLimited: true)
    }
  }

  /// Gives what memory has for a request and may give, at once: without a run, so that it is neither traced nor told to
  /// ``Configuration/metrics``. It gives nil where more has to be looked at. For who asks again and again: what the request is
  /// kept under is worked out once. Nil without a cache.
  package func remembering(_ request: FetchRequest) -> (@Sendable () -> FetchedData?)? {
    guard let cache = configuration.cache else { return nil }
    let load = CachedLoad(fetcher: self, cache: cache, request: request, recorder: nil)
    return { try? load.remembered()?.get() }
  }

  /// The same, also of what is in the cache's folder. That is a run where ``Configuration/metrics`` are told of it; where there
  /// is nothing, there is none.
  package func kept(_ request: FetchRequest) async -> FetchedData? {
    guard let cache = configuration.cache else { return nil }
    let load = CachedLoad(fetcher: self, cache: cache, request: request, recorder: nil)
    if let remembered = load.remembered() { return try? remembered.get() }
    guard let (data, tier) = await load.kept() else { return nil }
    guard configuration.metrics != nil else { return data }
    let told = Errand<FetchedData>.fromCallback(name(of: request)) { callback in
      recorder(of: request, for: callback.run)?.note { $0.came(from: tier) }
      callback.succeed(data)
    }
    return try? await told.value()
  }

  /// What `decode` makes of the answer; also within the deadline, unless that begins with a place
  /// (``Configuration/deadlineCountsWait``). Fails with what it throws, too.
  ///
  /// What memory has is decoded by the thread that runs the errand.
  public func value<Value: Sendable>(
    for request: FetchRequest,
    decode: @escaping @Sendable (FetchedData) throws -> Value
  ) -> Errand<Value> {
    let name = name(of: request)
    return .within(name) { run in
      let monitor = LoadMonitor(run: run, recorder: recorder(of: request, for: run))
      let decoded = shared(request, named: name, monitor.recorder).map { answer in
        monitor.enter(.decoding)
        return try decode(answer)
      }
      return limited(decoded, request)
    }
  }

  /// The body, decoded from JSON, as ``value(for:decode:)`` does it.
  ///
  /// Fails with ``FetchError``, too: ``FetchError/Cause/malformedJSON(reason:)`` where the body is no JSON, and
  /// ``FetchError/Cause/unexpectedJSON(path:reason:)`` where it has another shape.
  public func json<Value: Decodable & Sendable>(
    _ type: Value.Type,
    for request: FetchRequest
  ) -> Errand<Value> {
    value(for: request) { try $0.json(type) }
  }

  // MARK: Work

  /// One piece of work for all that ask for the same at the same time.
  func shared(
    _ request: FetchRequest,
    named name: String? = nil,
    _ recorder: LoadRecorder?
  ) -> Errand<FetchedData> {
    guard request.method.isSafe else { return collected(request, named: name, recorder) }
    return .fromCallback(name ?? self.name(of: request)) {
      beginOrJoin(request, for: $0, recorder, isLimited: false)
    }
  }

  /// What memory has is given before there is any work, and before there is a deadline for it. Deadline and work are those of the
  /// callback's own run: a run for each would cost more than all that a load does besides.
  private func beginOrJoin(
    _ request: FetchRequest,
    for callback: Callback<FetchedData>,
    _ recorder: LoadRecorder?,
    isLimited: Bool
  ) {
    let load = configuration.cache.map {
      CachedLoad(fetcher: self, cache: $0, request: request, named: callback.run.name, recorder: recorder)
    }
    if let known = load?.known() {
      callback(known)
      return
    }
    if isLimited, !hasDeadlineFromPlace {
      callback.fail(after: configuration.deadline, clock: configuration.clock, error: isTooLate(request))
    }
    let work = load?.errand() ?? collected(request, named: callback.run.name, recorder)
    flights(of: request).join(work, for: FetchKey(request), callback, bringing: recorder)
  }

  func flights(of request: FetchRequest) -> SingleFlight<FetchKey, FetchedData> {
    request.tiers == .disk ? diskLoads : flights
  }

  /// A request that changes something has been sent: what is stored or asked of its address does not hold any more.
  ///
  /// - Parameter answer: Nil where nothing is known of it.
  func changed(by request: FetchRequest, _ answer: FetchHead?) async {
    guard let cache = configuration.cache else {
      return CacheGroup.changed(by: request.url, key: request.key, answer).forEach(common.retire)
    }
    await cache.invalidate(request.url, key: request.key, after: answer)
  }

  /// The answer of the server, in memory.
  private func collected(
    _ request: FetchRequest,
    named name: String? = nil,
    _ recorder: LoadRecorder?
  ) -> Errand<FetchedData> {
    admitted(request, named: name, recorder) { callback, place in
      try await collect(request, at: place, report: callback.report)
    }
  }

  /// The same within a load's own work.
  ///
  /// - Parameters:
  ///   - willSend: Called with what is sent for it, in each try.
  ///   - writer: Of a place beside memory for an answer that begins with this head; nil for none.
  func collect(
    _ request: FetchRequest,
    at place: LoadPlace,
    willSend: @escaping @Sendable (FetchRequest) -> Void = { _ in },
    report: @escaping @Sendable (_ completed: Int64, _ total: Int64?) -> Void,
    alsoInto writer: @escaping @Sendable (FetchHead) -> CacheWriter? = { _ in nil }
  ) async throws -> FetchedData {
    let collector = FetchCollector(keepsBody: request.tiers != .disk, writer)
    let sink = collector.sink(telling: BodyGrowth.observer)
    let reception = try await receive(
      request,
      into: sink,
      at: place,
      willSend: { sent in
        // A load that wants it reloaded from now on, wants what the server says from now on.
        if request.cacheUse == .reload { flights(of: request).retire(FetchKey(request)) }
        willSend(sent)
      },
      report: report
    )
    guard let head = reception.head else { preconditionFailure("a load has ended without a head") }
    return await collector.finish(head) { place.monitor.enter(.storing) }
  }

  /// A piece of work on this request, begun when there is a place for it, with the deadline over it.
  func load<Value: Sendable>(
    _ request: FetchRequest,
    _ work: @escaping @Sendable (Callback<Value>, LoadPlace) async throws -> Value
  ) -> Errand<Value> {
    measured(request) { limited(admitted(request, $0, work), request) }
  }

  /// With the deadline over all of it, unless that begins with its place.
  func limited<Value>(_ errand: Errand<Value>, _ request: FetchRequest) -> Errand<Value> {
    hasDeadlineFromPlace ? errand : ended(errand, request)
  }

  private var hasDeadlineFromPlace: Bool {
    configuration.admission != nil && !configuration.deadlineCountsWait
  }

  private func ended<Value>(_ errand: Errand<Value>, _ request: FetchRequest) -> Errand<Value> {
    errand.timeout(after: configuration.deadline, clock: configuration.clock, error: isTooLate(request))
  }

  private func isTooLate(_ request: FetchRequest) -> @Sendable () -> any Error {
    { [limit = configuration.deadline] in FetchError(request.url, .timedOut(after: limit)) }
  }

  /// What waits for its place costs an entry in a queue; a task is begun for it when it has one.
  ///
  /// - Parameters:
  ///   - isLimited: Whether it has the deadline, where that begins with its place.
  ///   - recorder: Of the run that begins the errand, and begins it at once.
  func admitted<Value: Sendable>(
    _ request: FetchRequest,
    named name: String? = nil,
    isLimited: Bool = true,
    _ recorder: LoadRecorder?,
    _ work: @escaping @Sendable (Callback<Value>, LoadPlace) async throws -> Value
  ) -> Errand<Value> {
    let name = name ?? self.name(of: request)
    guard let admission = configuration.admission else {
      return Errand(name: name) { callback in
        let monitor = LoadMonitor(run: callback.run, recorder: recorder)
        return try await work(callback, LoadPlace(nil, monitor, elapsed: stopwatch(configuration.clock)))
      }
    }
    // In the run: an errand may be made long before it.
    return .within(name) { _ in
      recorder?.enter(.place)
      let waited = stopwatch(configuration.clock)
      return admission.place(for: request.url).flatMap { place in
        recorder?.enter(nil)
        let isFromPlace = isLimited && hasDeadlineFromPlace
        let elapsed = isFromPlace ? stopwatch(configuration.clock) : waited
        let load = Errand<Value>(name: name) { callback in
          let monitor = LoadMonitor(run: callback.run, recorder: recorder)
          let held = (request.url.origin, place)
          let place = LoadPlace(admission, monitor, elapsed: elapsed, held: held, of: callback)
          defer { place.leave() }
          return try await work(callback, place)
        }
        return isFromPlace ? ended(load, request) : load
      }
    }
  }

  func name(of request: FetchRequest) -> String { request.method.rawValue + " " + request.url.redacted }

  /// Receives one body whole, within the limits of the configuration.
  func receive(
    _ request: FetchRequest,
    into sink: FetchSink,
    at place: LoadPlace,
    willSend: @escaping @Sendable (FetchRequest) -> Void = { _ in },
    report: @escaping @Sendable (_ completed: Int64, _ total: Int64?) -> Void
  ) async throws -> Reception {
    let tries = Tries(
      fetcher: self,
      request: request,
      limits: LoadLimits(deadline: configuration.deadline, silence: configuration.silence),
      sink: sink,
      report: report,
      willSend: willSend
    )
    return try await tries.receive(Reception(limit: configuration.byteLimit), at: place)
  }
}
