import ArgumentParser
import ErrandsLoading
import Foundation
import GalleryJobs

struct CoversCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "covers",
    abstract: "Scrolls through an endless wall of covers, the way a person would.",
    discussion: """
      Only what is on screen is downloaded and filtered; what leaves the screen is cancelled. Every cover that comes \
      on screen, or is passed between two frames, has one line. bytesFetched counts the bytes of all covers that \
      came, also of those that were cancelled then.
      """
  )

  @Option(.within(1...1_000_000), help: "How many covers to scroll through.", valueName: "N")
  var count = 100

  @Option(help: ArgumentHelp("What is done to the covers: \(CoverFilter.names).", valueName: "NAME"))
  var filter = "none"

  @Option(.within(1...1_000_000), help: "How many rows are on screen at a time.", valueName: "N")
  var visible = 10

  @Option(.speed, help: "Rows a second.", valueName: "SPEED")
  var scroll = 20.0

  @Option(help: ArgumentHelp("Where the list of articles is, instead of --upstream.", valueName: "URL"))
  var articles: String?

  @Option(help: "The style of asynchronous Swift that carries the job.")
  var style = JobStyle.operation

  @OptionGroup var options: LoadOptions

  func validate() throws {
    guard CoverFilter(rawValue: filter) != nil else {
      throw ValidationError("--filter \(filter): there is no such filter; give one of \(CoverFilter.names).")
    }
    guard articles == nil else { return _ = try listAddress() }
    guard options.upstream == .embedded else {
      throw ValidationError(
        "There is no real list of articles; name one with --articles, or use --upstream embedded."
      )
    }
  }

  func run() async throws {
    try await options.trace.recording { try await look() }
  }

  private func look() async throws {
    let upstream = try await CoversUpstream.start(address: try listAddress())
    let teller = CoversTeller(
      count: count,
      json: options.json,
      showsProgress: !options.quiet && Output.errorIsTerminal
    )
    let scroll = CoverScroll(count: count, visible: visible, speed: scroll)
    let summary = await scroll.run(through: wall(over: upstream, telling: teller))
    teller.finish(summary)
    await upstream.stop()
    try Task.checkCancellation()
    if summary.failed > 0 { throw ExitCode.failure }
  }

  private func wall(over upstream: CoversUpstream, telling teller: CoversTeller) -> CoverWall {
    let carrier = options.carrier(own: upstream.addresses)
    return CoverWall(
      of: upstream.articles,
      lists: options.fetcher(of: .json, over: carrier),
      source: source(over: carrier),
      style: style,
      downloadsAtOnce: options.concurrency,
      onCover: { teller.tell($0.result) }
    )
  }

  func source(over carrier: LoadCarrier) -> CoverSource {
    let configuration = options.fetcher(of: .image, over: carrier).configuration
    var source = CoverSource(transport: carrier.transport, configuration: configuration)
    source.treatment.filter = CoverFilter(rawValue: filter) ?? .none
    return source
  }

  private func listAddress() throws -> URL? {
    do {
      return try articles.map { try URL(fetching: $0) }
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

extension CoverFilter {
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
