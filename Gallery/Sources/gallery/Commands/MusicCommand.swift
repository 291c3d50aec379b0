import ArgumentParser
import Errands
import ErrandsLoading
import GalleryJobs

struct MusicCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "music",
    abstract: "Loads a chart of music and lists it."
  )

  @Option(help: ArgumentHelp("The address of a feed, instead of the chart of a country.", valueName: "URL"))
  var feed: String?

  @Option(help: ArgumentHelp("The country whose chart it is. (default: us)", valueName: "CC"))
  var country: String?

  @Option(
    .within(MusicFeed.limits),
    help: "How many entries, 1 to 100. A feed is listed whole unless given.",
    valueName: "N"
  )
  var limit: Int?

  @Option(help: "What the chart lists. (default: albums)")
  var kind: MusicFeed.Kind?

  @Option(help: "The style of asynchronous Swift that carries the job.")
  var style = JobStyle.delegate

  @OptionGroup var options: LoadOptions

  func validate() throws {
    if feed != nil, country != nil || kind != nil {
      throw ValidationError("--feed is a chart of its own; leave out --country and --kind.")
    }
    do {
      _ = try MusicFeed(country: chartCountry, kind: chartKind, limit: limit ?? 25)
      if let feed { _ = try MusicFeed(address: feed, limit: limit) }
    } catch {
      throw ValidationError("\(error)")
    }
  }

  private var chartCountry: String { country ?? "us" }
  private var chartKind: MusicFeed.Kind { kind ?? .albums }

  func run() async throws {
    try await options.trace.recording { try await list() }
  }

  private func list() async throws {
    let upstream = try await MusicUpstream.start(feed == nil ? options.upstream : .real)
    do {
      let fetcher = options.fetcher(of: .json, over: options.carrier(own: upstream.addresses))
      let chart = try await load(source(base: upstream.base), with: fetcher)
      await upstream.stop()
      show(chart)
    } catch {
      await upstream.stop()
      if options.json, error is CancellationError {
        Output.line(ChartSummary(count: 0, title: nil, updated: nil))
      }
      throw error
    }
  }

  /// A feed that was given, or the chart of a country.
  private func source(base: String) throws -> MusicFeed {
    if let feed { return try MusicFeed(address: feed, limit: limit) }
    return try MusicFeed(base: base, country: chartCountry, kind: chartKind, limit: limit ?? 25)
  }

  private func load(_ source: MusicFeed, with fetcher: Fetcher) async throws -> Chart {
    let scope = Scope()
    defer { scope.cancel() }
    let line = ProgressLine(
      label: "Loading \(Output.named(source.url.redacted))",
      isShown: !options.quiet && Output.errorIsTerminal
    )
    defer { line.clear() }
    let run = MusicJob(fetcher: fetcher, feed: source).chart(by: style).run(in: scope)
    run.onProgress(on: .immediate) { line.show(JobProgress(bytes: $0.completed, fraction: $0.fraction)) }
    return try await run.value
  }

  private func show(_ chart: Chart) {
    guard options.json else { return Output.write(ChartTable(chart: chart).text) }
    for item in chart.items { Output.line(item) }
    Output.line(chart.summary)
  }
}

extension MusicFeed.Kind: ExpressibleByArgument {}
