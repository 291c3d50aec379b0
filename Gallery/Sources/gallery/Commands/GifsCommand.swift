import ArgumentParser
import Errands
import ErrandsLoading
import GalleryJobs

struct GifsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gifs",
    abstract: "Searches Giphy for animations, and downloads them.",
    discussion: """
      The API key is taken from GIPHY_API_KEY in the environment. The embedded upstream takes any.

      Without --rendition the one called \(GifRendition.best[0]) is taken. Where a hit lacks what is wanted, it \
      is the first there is of it and \(GifRendition.best.dropFirst().joined(separator: ", ")).
      """
  )

  @Argument(help: ArgumentHelp("What to search for, in 50 characters at most.", valueName: "KEYWORD"))
  var keyword: String

  @Option(help: ArgumentHelp("The address of the interface, instead of --upstream.", valueName: "URL"))
  var giphy: String?

  @Option(.within(Giphy.limits), help: "How many hits at most, 1 to 5000.", valueName: "N")
  var limit = 25

  @Option(
    help: ArgumentHelp("The rendition that is wanted, such as original or fixed_width.", valueName: "NAME")
  )
  var rendition: String?

  @Option(
    help: ArgumentHelp(
      "The folder to download to, made if it is missing. A file is named for the title and the id of its "
        + "hit, and replaces one that has its name. Without it the hits are listed.",
      valueName: "DIR"
    )
  )
  var to: String?

  @Option(help: "The style of asynchronous Swift that carries the job.")
  var style = JobStyle.closure

  @OptionGroup var options: LoadOptions

  func validate() throws {
    if to?.isEmpty == true { throw ValidationError("--to is empty; name a folder.") }
    if rendition?.isEmpty == true {
      throw ValidationError("--rendition is empty; name one such as original.")
    }
    do {
      _ = try Giphy.validated(keyword)
      if let giphy { _ = try Giphy(base: giphy, key: nil) }
    } catch {
      throw ValidationError("\(error)")
    }
    guard giphy == nil, options.upstream == .real, GifsUpstream.key == nil else { return }
    throw ValidationError(
      "Giphy wants an API key; set GIPHY_API_KEY to one from developers.giphy.com, "
        + "or use --upstream embedded."
    )
  }

  func run() async throws {
    try await options.trace.recording { try await find() }
  }

  private func find() async throws {
    let upstream = try await GifsUpstream.start(options.upstream, address: giphy)
    let teller = GifsTeller(
      keyword: keyword,
      json: options.json,
      showsProgress: !options.quiet && Output.errorIsTerminal
    )
    do {
      let job = job(at: upstream)
      let page = try await search(with: job)
      teller.tell(page, rendition: rendition)
      let summary = await summary(of: page, by: job, telling: teller)
      await upstream.stop()
      try Task.checkCancellation()
      if summary.failed > 0 { throw ExitCode.failure }
    } catch {
      await upstream.stop()
      throw error
    }
  }

  private func job(at upstream: GifsUpstream) -> GifsJob {
    let carrier = options.carrier(own: upstream.addresses)
    let searches = carrier.with(upstream.giphy.transport(over: carrier.transport))
    var job = GifsJob(
      giphy: upstream.giphy,
      fetcher: options.fetcher(of: .json, over: searches),
      downloads: options.fetcher(of: .image, over: carrier),
      style: style
    )
    if let rendition { job.rendition = rendition }
    job.downloadsAtOnce = options.concurrency
    return job
  }

  private func search(with job: GifsJob) async throws -> GifPage {
    do {
      return try await job.search(keyword, limit: limit).value()
    } catch {
      if options.json, error is CancellationError { Output.line(GifsEnd(.nothing)) }
      throw error
    }
  }

  /// Lists the hits, or downloads them. Cancelling ends the batch, which then says so: it is waited for in
  /// any case.
  private func summary(of page: GifPage, by job: GifsJob, telling teller: GifsTeller) async -> GifsSummary {
    guard let to else { return teller.list(page, by: job) }
    let batch = job.download(page.hits, to: to, onEvent: teller.tell)
    return await withTaskCancellationHandler {
      await batch.summary
    } onCancel: {
      batch.cancel()
    }
  }
}

/// The last line.
struct GifsEnd: Encodable {
  let summary: GifsSummary

  init(_ summary: GifsSummary) {
    self.summary = summary
  }
}

extension GifsSummary {
  fileprivate static let nothing = GifsSummary(found: 0, downloaded: 0, failed: 0)
}
