import ArgumentParser
import Errands
import ErrandsLoading
import Foundation
import GalleryJobs

struct FetchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Downloads files, and goes on where it was broken off.",
    discussion: """
      A file is at its place when it is whole, and not before. What came of one that was broken off, by the network, \
      by an interrupt or by a kill, lies hidden beside its place, and the next run goes on with it if the server still \
      has the same file. An address that begins with a slash, such as /files/a.bin?bytes=1000000, is looked for in \
      the embedded upstream.
      """
  )

  @Argument(help: ArgumentHelp("Addresses of files.", valueName: "URL"))
  var urls: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with a URL, or a SHA-256 and a URL, on each line; - reads standard input. Blank lines and what begins "
        + "with # are left out.",
      valueName: "FILE"
    )
  )
  var from: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, where one URL is fetched.", valueName: "PATH")
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The folder to write to, made if it is missing. (default: the one you are in)",
      valueName: "DIR"
    )
  )
  var to: String?

  @Option(help: "What is done where there is a file of the same name.")
  var exists = Destination.ExistingFile.replace

  @Flag(help: "Begin anew, and leave nothing behind to go on with.")
  var noResume = false

  @Flag(help: "Fetch a file that is there only if it has changed on the server.")
  var ifChanged = false

  @Option(
    .sha256,
    name: .customLong("sha256"),
    help: "The SHA-256 that the file has to have, where one URL is fetched.",
    valueName: "HEX"
  )
  var sha256: String?

  @Option(
    each: .field,
    help: "A header field to send; can be given several times.",
    valueName: "N: V"
  )
  var header: [HTTPFields.Field] = []

  @Option(.bytes, help: "Bytes a second for all files together, such as 200KB.", valueName: "BYTES/S")
  var limitRate: ByteCountArgument?

  @Option(
    .duration,
    help: "The time for each file from its turn on, such as 10m. (default: none)",
    valueName: "D"
  )
  var maxTime: DurationArgument?

  @Option(help: "The style of asynchronous Swift that carries the job.")
  var style = JobStyle.async

  @OptionGroup var options: LoadOptions

  func validate() throws {
    if urls.isEmpty, from == nil {
      throw ValidationError("There is nothing to fetch; name addresses, or a file of them with --from FILE.")
    }
    if to?.isEmpty == true { throw ValidationError("--to is empty; name a folder.") }
    if output?.isEmpty == true { throw ValidationError("-o is empty; name a file.") }
    if output == "-" {
      throw ValidationError("-o - is not possible, as standard output carries the results; name a file.")
    }
    if output != nil, to != nil { throw ValidationError("-o and --to name two places; give one of them.") }
    if let part = header.first(where: { ["range", "if-range"].contains($0.name.lowercased()) }) {
      throw ValidationError("--header \(part.name): a file is fetched whole; leave it out.")
    }
    if let carried = header.first(where: { Self.carried.contains($0.name.lowercased()) }) {
      throw ValidationError("--header \(carried.name): that is written by the program itself; leave it out.")
    }
    do {
      for address in urls { _ = try URL(fetching: address, below: anyBase) }
    } catch {
      throw ValidationError("\(error)")
    }
    if from == nil { try checkCount(urls.count) }
  }

  /// Fields that say how a message is carried, and that the loader refuses for each address.
  private static let carried: Set = ["content-length", "transfer-encoding", "connection", "upgrade"]

  /// Some base, to check addresses below it.
  private var anyBase: URL? { options.upstream == .embedded ? URL(string: "http://embedded") : nil }

  private func checkCount(_ count: Int) throws {
    guard count != 1 else { return }
    if output != nil {
      throw ValidationError("-o names one file, and there are \(count) addresses; name a folder with --to.")
    }
    if sha256 != nil {
      throw ValidationError(
        "--sha256 is that of one file, and there are \(count) addresses; write each beside its address, in a list "
          + "for --from."
      )
    }
  }

  func run() async throws {
    let items = try await items()
    try await options.trace.recording { try await fetch(items) }
  }

  private func items() async throws -> [FetchItem] {
    do {
      var items = urls.map { FetchItem($0) }
      if let from { items += try FetchList(text: await AddressList.text(of: from), below: anyBase).items }
      try checkCount(items.count)
      if let sha256 {
        guard items[0].sha256 ?? sha256 == sha256 else {
          throw ValidationError(
            "--sha256 is another one than the list has for the address; give one of them."
          )
        }
        items[0].sha256 = sha256
      }
      return items
    } catch let error as CancellationError {
      throw error
    } catch let mistake as FetchList.Mistake {
      Output.complain("Error: \(from ?? ""), line \(mistake.line): \(mistake.reason)".plain)
    } catch {
      Output.complain("Error: \(error)".plain)
    }
    throw ExitCode(2)
  }

  private func fetch(_ items: [FetchItem]) async throws {
    let upstream = try await AddressUpstream.start(options.upstream, for: items.map(\.address))
    let summary = await fetch(items, from: upstream)
    await upstream.stop()
    try Task.checkCancellation()
    if summary.failed > 0 { throw ExitCode.failure }
  }

  /// Cancelling ends the batch, which then says so: it is waited for in any case.
  private func fetch(_ items: [FetchItem], from upstream: AddressUpstream) async -> FetchSummary {
    let fetcher = options.fetcher(
      of: .file,
      over: options.carrier(own: upstream.addresses, waiting: items.count, decompresses: false)
    )
    var job = FetchJob(items, fetcher: fetcher, to: destination)
    job.base = upstream.base
    job.fields = HTTPFields(header)
    job.options = downloadOptions
    job.timeLimit = maxTime?.duration
    let printer = FetchPrinter(
      items.map(\.address),
      json: options.json,
      showsProgress: !options.quiet && Output.errorIsTerminal
    )
    let run = job.start(by: style, onEvent: printer.tell)
    return await withTaskCancellationHandler {
      await run.summary
    } onCancel: {
      run.cancel()
    }
  }

  private var destination: Destination {
    if let output { return Destination(file: output, existing: exists) }
    return Destination(folder: to ?? ".", existing: exists)
  }

  private var downloadOptions: DownloadOptions {
    var download = DownloadOptions()
    download.resumes = !noResume
    download.validators = FileValidators(
      folder: DataFolder(options.data).validators.path(percentEncoded: false)
    )
    download.asksIfChanged = ifChanged
    // A line of JSON tells it.
    download.computesSHA256 = options.json
    download.bandwidth = limitRate.map { BandwidthLimit(bytesPerSecond: Int($0.count)) }
    download.silence = options.timeout.duration
    download.byteLimit = options.byteLimit(of: .file)
    return download
  }
}

extension Destination.ExistingFile: @retroactive ExpressibleByArgument {}
