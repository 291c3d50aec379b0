import ArgumentParser
import Errands
import ErrandsLoading
import Foundation
import GalleryDatabase
import GalleryJobs

struct ModelsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "Loads articles, and keeps them in the library.",
    discussion: """
      An address that begins with a slash, such as /articles/7.json, is looked for in the embedded upstream, where \
      there is one article for each number. What is loaded from the same address again replaces what was kept.
      """
  )

  @Argument(help: ArgumentHelp("Addresses of articles.", valueName: "URL"))
  var urls: [String] = []

  @Option(help: "The style of asynchronous Swift that carries the job.")
  var style = JobStyle.publisher

  @OptionGroup var options: LoadOptions

  func validate() throws {
    guard !urls.isEmpty else { throw ValidationError("There is nothing to load; name addresses.") }
    var seen: Set<URL> = []
    do {
      for address in urls {
        let isNew = seen.insert(try URL(fetching: address, below: anyBase)).inserted
        guard isNew else { throw ValidationError("\(address.redactedAddress) is named twice; name it once.") }
      }
    } catch let error as FetchError {
      throw ValidationError("\(error)")
    }
  }

  /// Some base, to check addresses below it.
  private var anyBase: URL? { options.upstream == .embedded ? URL(string: "http://embedded") : nil }

  func run() async throws {
    try await options.trace.recording { try await load() }
  }

  private func load() async throws {
    let library = try Library(at: DataFolder(options.data).library)
    let upstream = try await AddressUpstream.start(options.upstream, for: urls)
    let fetcher = options.fetcher(of: .json, over: carrier(own: upstream.addresses))
    let job = ModelsJob<Article>(fetcher: fetcher, database: library)
    let base = upstream.base
    let teller = ModelsTeller(
      count: urls.count,
      json: options.json,
      showsProgress: showsProgress
    )
    let style = style
    await withTaskGroup { group in
      for address in urls {
        group.addTask {
          guard let url = try? URL(fetching: address, below: base) else { return }
          let request = FetchRequest(url, fields: ["Accept": "application/json"])
          _ = await job.load(request, from: address, by: style) { teller.tell($0, of: address) }.outcome()
        }
      }
    }
    await upstream.stop()
    let failed = teller.finish()
    try Task.checkCancellation()
    if failed > 0 { throw ExitCode.failure }
  }

  /// All of them wait for their places: with a limit, one long list was refused from there on.
  func carrier(own addresses: [AddressGuard.Exception]) -> LoadCarrier {
    options.carrier(own: addresses, waiting: urls.count)
  }

  private var showsProgress: Bool { !options.quiet && Output.errorIsTerminal }
}
