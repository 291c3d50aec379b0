import ArgumentParser
import ErrandsLoading
import Foundation
import GalleryDatabase
import GalleryJobs
import GalleryServer

struct ServeCommand: EndlessCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves the page and its interface.",
    discussion: "Each option can also be given as an environment variable: GALLERY_PORT for --port."
  )

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "ADDRESS"))
  var host = "127.0.0.1"

  @Option(.port, help: "The port to listen on; 0 takes a free one.", valueName: "N")
  var port = 8080

  @Option(help: ArgumentHelp("The address under which people reach this server.", valueName: "URL"))
  var publicUrl: String?

  @Option(
    help: ArgumentHelp(
      "A file with the password that is asked of everybody: one line, the words or what gallery password prints.",
      valueName: "FILE"
    )
  )
  var passwordFile: String?

  @Option(help: ArgumentHelp("Where charts come from, instead of --upstream.", valueName: "URL"))
  var musicBase: String?

  @Option(help: ArgumentHelp("Where GIFs come from, instead of --upstream.", valueName: "URL"))
  var giphy: String?

  @Option(
    help: ArgumentHelp("Where articles and their covers come from, instead of --upstream.", valueName: "URL")
  )
  var articles: String?

  @Option(help: ArgumentHelp("In which form the log is written.", valueName: "text|json"))
  var logFormat = LogFormat.text

  @OptionGroup var stores: DatabaseOption

  @OptionGroup var connections: ConnectionOptions

  @OptionGroup var serving: ServingOptions

  @OptionGroup var options: LoadOptions

  func validate() throws {
    if host.isEmpty { throw ValidationError("--host is empty; give an address such as 127.0.0.1.") }
    if let publicUrl, (try? URL(fetching: publicUrl)) == nil {
      throw ValidationError("--public-url \(publicUrl): give an address such as https://gallery.example.")
    }
    let authority = publicUrl?.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
      .dropFirst().first
    if let publicUrl, authority?.utf8.allSatisfy({ $0 < 0x80 }) == false {
      throw ValidationError(
        "--public-url \(publicUrl): write an international name as browsers send it, as in https://xn--mnchen-3ya.example."
      )
    }
    if passwordFile?.isEmpty == true { throw ValidationError("--password-file is empty; name a file.") }
    try check("--public-url") { _ = try ServedPlace(publicUrl.map { try URL(fetching: $0) }) }
    try check("--music-base") { _ = try musicBase.map { try URL(fetching: $0) } }
    try check("--articles") { _ = try articles.map { try URL(fetching: $0) } }
    try check("--giphy") { _ = try giphy.map { try Giphy(base: $0, key: nil) } }
  }

  /// Whoever reads what is wrong with a value has to know whose it is, more so where it is the environment's.
  private func check(_ option: String, _ body: () throws -> Void) throws {
    do { try body() } catch { throw ValidationError("\(option): \(error)") }
  }

  func run() async throws {
    try await options.trace.recording { try await serve() }
  }

  /// - Throws: `ExitCode` 2 for a file that has none, once that is said.
  private func password() throws -> Password? {
    do {
      let password = try passwordFile.map { try Password(keptIn: $0) }
      if let warning = password?.warning { ServerOutput.warn(warning) }
      return password
    } catch {
      EnvironmentOptions.complain("--password-file: \(error)".plain)
      throw ExitCode(2)
    }
  }

  /// Tells a server what it may do for how many.
  func limit(_ configuration: inout GalleryServer.Configuration) {
    configuration.connections = connections.limits()
    serving.apply(to: &configuration)
  }

  private func serve() async throws {
    ServerOutput.format.withLock { $0 = logFormat }
    for warning in EnvironmentOptions.misspelt(ProcessInfo.processInfo.environment) {
      ServerOutput.warn(warning)
    }
    let password = try password()
    let folder = DataFolder(options.data)
    var configuration = GalleryServer.Configuration()
    let cache = serving.cache(in: folder)
    let library = try await stores.open(else: folder, makeRoom: cache.makeRoom, for: &configuration)
    let upstream = try await MusicUpstream.start(options.upstream)
    configuration.host = host
    configuration.port = port
    configuration.password = password
    limit(&configuration)
    configuration.publicURL = try publicUrl.map { try URL(fetching: $0) }
    configuration.musicBase = musicBase ?? upstream.base
    configuration.photoBase = upstream.photoBase
    configuration.network = upstream.network
    let carrier = options.carrier(own: upstream.addresses)
    configuration.articles = try articleFeed(at: upstream)
    let counted = ServerMetrics(configuration.metrics)
    let timeline = configuration.timeline
    let metrics: @Sendable (FetchRequest, LoadMetrics) -> Void = { _, load in
      counted.count(load)
      timeline.note(load)
    }
    let pictures = options.fetcher(
      of: .image,
      over: carrier,
      keptIn: cache,
      metrics: metrics
    )
    let giphy = try self.giphy(at: upstream)
    let searches = options.fetcher(
      of: .json,
      over: carrier.with(giphy.transport(over: carrier.transport)),
      metrics: metrics
    )
    let server = try GalleryServer(
      configuration: configuration,
      charts: options.fetcher(of: .json, over: carrier, metrics: metrics),
      gifs: { GifsJob(giphy: giphy, fetcher: searches, style: $0) },
      transport: carrier.transport,
      pictures: pictures.configuration,
      library: library,
      logger: ServerOutput.logger,
      onRequest: { [json = options.json, quiet = options.quiet] in
        // JSON lines are for programs, which asked for them.
        if json || !quiet { tell(of: $0, json: json) }
      }
    )
    if !configuration.isLocal, password == nil {
      ServerOutput.warn(
        "Gallery has no password: whoever reaches this machine over a network can use it, and have it load what "
          + "they like. Give it one with --password-file."
      )
    }
    defer { ServerOutput.finish() }
    do {
      try await server.run { [json = options.json, publicUrl] address in
        Listening(listening: publicUrl ?? address).tell("Gallery", json: json)
      }
      await upstream.stop()
    } catch {
      await upstream.stop()
      throw error
    }
  }

  /// Only the embedded upstream has one of its own.
  private func articleFeed(at upstream: MusicUpstream) throws -> ArticleFeed? {
    let base = try articles.map { try URL(fetching: $0) } ?? upstream.photoBase
    return base.map { ArticleFeed(base: $0) }
  }

  /// Without a key the real one refuses the searches; the rest works. The embedded one takes any.
  private func giphy(at upstream: MusicUpstream) throws -> Giphy {
    if let giphy { return try Giphy(base: giphy, key: GifsUpstream.key) }
    switch options.upstream {
    case .real: return try Giphy(key: GifsUpstream.key)
    case .embedded: return try Giphy(base: upstream.base, key: GifsUpstream.key ?? "embedded")
    }
  }
}

private func tell(of request: RequestLine, json: Bool) {
  if json {
    let isLog = ServerOutput.format.withLock { $0 } == .json
    ServerOutput.results.add(isLog ? Output.json(LogEntry(request)) : request.json)
  } else {
    ServerOutput.tell(of: request)
  }
}

/// The line that says that a server answers.
struct Listening: Encodable {
  let listening: String

  func tell(_ name: String, json: Bool) {
    let sentence = "\(name) is at \(listening) — press Control-C to stop it."
    ServerOutput.results.add(json ? Output.json(self) : sentence)
  }
}
