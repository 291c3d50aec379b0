import ArgumentParser
import GalleryJobs

struct PhotosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: "Adds photos from many addresses at once, and says once that all are done.",
    discussion: """
      An address that begins with a slash, such as /photos/7.jpg, is looked for in the embedded upstream, where \
      there is one photo for each number (?width=300, ?height=200).
      """
  )

  @Argument(help: ArgumentHelp("Addresses of photos.", valueName: "URL"))
  var urls: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with an address on each line; - reads standard input. Blank lines and what begins with # are left "
        + "out.",
      valueName: "FILE"
    )
  )
  var from: String?

  @Option(
    help: ArgumentHelp(
      "The folder to write to, made if it is missing. Files that have the photos' names are replaced. Without it "
        + "the photos are loaded and checked, and not kept.",
      valueName: "DIR"
    )
  )
  var to: String?

  @Option(
    .duration,
    help: "The time for all of them together; what is not done by then is cancelled.",
    valueName: "D"
  )
  var groupTimeout: DurationArgument?

  @Option(help: "The style of asynchronous Swift that carries the job.")
  var style = JobStyle.group

  @OptionGroup var options: LoadOptions

  func validate() throws {
    if urls.isEmpty, from == nil {
      throw ValidationError("There is nothing to load; name addresses, or a file of them with --from FILE.")
    }
    if to?.isEmpty == true { throw ValidationError("--to is empty; name a folder.") }
  }

  func run() async throws {
    let addresses = try await urls + listed()
    try await options.trace.recording { try await add(addresses) }
  }

  private func add(_ addresses: [String]) async throws {
    let upstream = try await AddressUpstream.start(options.upstream, for: addresses)
    let summary = await load(addresses, from: upstream)
    await upstream.stop()
    try Task.checkCancellation()
    if summary.succeeded < addresses.count { throw ExitCode.failure }
  }

  private func listed() async throws -> [String] {
    guard let from else { return [] }
    do {
      return try await AddressList(from).addresses
    } catch let error as AddressList.Unreadable {
      Output.complain("Error: \(error)".plain)
      throw ExitCode(2)
    }
  }

  /// Cancelling ends the batch, which then says so: it is waited for in any case.
  private func load(_ addresses: [String], from upstream: AddressUpstream) async -> PhotoBatchSummary {
    let carrier = options.carrier(own: upstream.addresses)
    var batch = PhotoBatch(addresses: addresses, fetcher: options.fetcher(of: .image, over: carrier))
    batch.base = upstream.base
    batch.directory = to
    batch.timeLimit = groupTimeout?.duration
    batch.loadsAtOnce = options.concurrency
    let teller = PhotosTeller(json: options.json, showsProgress: !options.quiet && Output.errorIsTerminal)
    let run = batch.start(by: style, onEvent: teller.tell)
    return await withTaskCancellationHandler {
      await run.summary
    } onCancel: {
      run.cancel()
    }
  }
}
