import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsTesting
import Foundation
import GalleryDatabase
import GalleryJobs
import Logging

@testable import GalleryServer

/// A server that answers on a free port, and a client for it.
struct RunningGallery: Sendable {
  let address: String
  /// The lines of the server's log.
  let log: Events<RequestLine>
  /// What was noted of loads, once the timeline knows it.
  let noted: Events<LoadMetrics>
  /// The server; cancelling it ends the server.
  let serving: Task<Void, any Error>
  private let client = AsyncHTTPClientTransport.local()

  /// Starts a server whose charts and photos come from `upstream`, and whose GIFs `gifs` searches for.
  static func start(
    _ upstream: URL,
    transport: any Transport,
    loading: Fetcher.Configuration,
    cache: HTTPCache?,
    gifs: @escaping @Sendable (JobStyle) -> GifsJob,
    library: URL = .temporaryLibrary,
    sharing store: Errand<any LibraryStore>? = nil,
    configure: (inout GalleryServer.Configuration) -> Void
  ) async throws -> RunningGallery {
    var configuration = GalleryServer.Configuration()
    configuration.port = 0
    configuration.musicBase = upstream.absoluteString
    configuration.photoBase = upstream
    // Nothing ticks unless a test makes it: a second is soon over on a busy machine.
    configuration.clock = WallClock(clock: VirtualClock())
    configure(&configuration)
    let log = Events<RequestLine>()
    let noted = Events<LoadMetrics>()
    var loading = loading
    loading.metrics = { [timeline = configuration.timeline] _, load in
      timeline.note(load)
      noted.record(load)
    }
    var pictures = loading
    pictures.cache = cache
    let server = try GalleryServer(
      configuration: configuration,
      charts: Fetcher(transport: transport, configuration: loading),
      gifs: gifs,
      transport: transport,
      pictures: pictures,
      library: store ?? Library.opening(at: library),
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
      onRequest: { log.record($0) }
    )
    let started = Events<Result<String, any Error>>()
    let serving = Task {
      do {
        try await server.run { started.record(.success($0)) }
      } catch {
        started.record(.failure(error))
        throw error
      }
    }
    let address = try await started.event(1).get()
    return RunningGallery(address: address, log: log, noted: noted, serving: serving)
  }

  private init(
    address: String,
    log: Events<RequestLine>,
    noted: Events<LoadMetrics>,
    serving: Task<Void, any Error>
  ) {
    self.address = address
    self.log = log
    self.noted = noted
    self.serving = serving
  }

  /// The head of an answer, whatever its status, and the body as it comes.
  func open(
    _ path: String,
    method: FetchRequest.Method = .get,
    fields: HTTPFields = [:]
  ) async throws -> TransportResponse {
    try await client.send(FetchRequest(address: address + path, method: method, fields: fields))
  }

  /// A whole answer, whatever its status.
  func get(
    _ path: String,
    method: FetchRequest.Method = .get,
    fields: HTTPFields = [:]
  ) async throws -> Answer {
    try await Answer(open(path, method: method, fields: fields))
  }

  /// The stream of events, of all topics or of these, of all batches or of this one, from after `last`.
  func events(
    after last: EventID? = nil,
    topics: String? = nil,
    batch: String? = nil
  ) async throws -> EventReader {
    let fields: HTTPFields = last.map { ["Last-Event-ID": "\($0)"] } ?? [:]
    let query = [topics.map { "topics=\($0)" }, batch.map { "batch=\($0)" }].compactMap(\.self)
    return EventReader(try await open("/api/events?" + query.joined(separator: "&"), fields: fields))
  }
}

extension URL {
  /// A file of its own for each test, in a folder of its own, which is made only by those that save something.
  static var temporaryLibrary: URL {
    FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)/gallery.sqlite")
  }
}

extension AsyncHTTPClientTransport {
  /// One that may reach loopback.
  static func local() -> AsyncHTTPClientTransport {
    var configuration = Configuration()
    configuration.addressGuard = AddressGuard(allowsPrivate: true)
    configuration.connectionsPerHost = 64
    return AsyncHTTPClientTransport(configuration: configuration)
  }
}
