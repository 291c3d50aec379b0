import ArgumentParser
import Errands
import ErrandsImages
import ErrandsLoading
import Foundation
import GalleryJobs

struct ImageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "image",
    abstract: "Makes another file of an image: another size, look or format.",
    discussion: """
      One side that is given keeps the shape; two are covered unless --fit says otherwise. What moves still moves where \
      the format can. Filters are done in the order in which they are given, after the resizing. No metadata is kept, \
      such as where a photo was taken.
      """
  )

  @Argument(help: ArgumentHelp("The path of a file, or an address with its http://.", valueName: "SOURCE"))
  var source: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write. (default: the source's name with the size, here)",
      valueName: "PATH"
    )
  )
  var output: String?

  @Option(.within(1...Picture.maximumSide), help: "How wide it becomes, in pixels.", valueName: "N")
  var width: Int?

  @Option(.within(1...Picture.maximumSide), help: "How high it becomes, in pixels.", valueName: "N")
  var height: Int?

  @Option(help: "What happens to an image of another shape, where both sides are given.")
  var fit = ImageFit.cover

  @Option(
    help: ArgumentHelp(
      "What is done to it: \(ImageFilter.names.joined(separator: ", ")); can be given several times.",
      valueName: "NAME"
    )
  )
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "The format of the result. (default: what PATH ends with, or the source's)",
      valueName: Self.formats.joined(separator: "|")
    )
  )
  var format: String?

  @Option(
    .within(1...100),
    help: "From 1, smallest, to 100, best; for formats that have it.",
    valueName: "N"
  )
  var quality: Int?

  @Flag(help: "Only the first frame of what moves.")
  var still = false

  @Option(help: "The style of asynchronous Swift that carries the job.")
  var style = JobStyle.async

  @OptionGroup var options: LoadOptions

  /// Those that this machine writes.
  private static var formats: [String] { ImageFormat.writable.map(\.rawValue).sorted() }

  func validate() throws {
    if source.isEmpty { throw ValidationError("SOURCE is empty; name a file, or give an address.") }
    if output?.isEmpty == true { throw ValidationError("-o is empty; name a file.") }
    if output == "-" {
      throw ValidationError("-o - is not possible, as standard output carries the result; name a file.")
    }
    do {
      _ = try ImageJob.Source(source)
    } catch {
      throw ValidationError("\(error)")
    }
    for name in filter where ImageFilter(name: name) == nil {
      let names = ImageFilter.names.joined(separator: ", ")
      throw ValidationError("--filter \(name): there is no such filter; give one of \(names).")
    }
    if let format, ImageFormat(rawValue: format).map({ ImageFormat.writable.contains($0) }) != true {
      let names = Self.formats.joined(separator: ", ")
      throw ValidationError("--format \(format): that is not written here; give one of \(names).")
    }
    try checkEnding()
  }

  /// A file whose name says what it is not would be taken for a damaged one.
  private func checkEnding() throws {
    guard format == nil, let output else { return }
    let ending = URL(filePath: output).pathExtension
    guard !ending.isEmpty, ImageFormat(endingOf: output) == nil else { return }
    throw ValidationError(
      "-o \(output.plain): “\(ending.plain)” is no format of pictures that is known here; end it in one of "
        + "\(Self.formats.joined(separator: ", ")), or give --format."
    )
  }

  func run() async throws {
    try await options.trace.recording { try await make() }
  }

  private func make() async throws {
    let scope = Scope()
    defer { scope.cancel() }
    let line = ProgressLine(
      label: "Loading \(Output.named(source))",
      isShown: !options.quiet && Output.errorIsTerminal
    )
    let job = try job
    let run = job.result(by: style).run(in: scope)
    run.onProgress(on: .immediate) { line.show(JobProgress(bytes: $0.completed, fraction: $0.fraction)) }
    let result: ImageResult
    do {
      result = try await run.value
      line.clear()
    } catch {
      line.clear()
      await job.writingEnded()
      throw error
    }
    guard !options.json else { return Output.line(result) }
    let frames = result.frames > 1 ? ", \(result.frames) frames" : ""
    Output.write(
      "\(result.path.plain): \(result.format.rawValue), \(result.width) × \(result.height)\(frames), "
        + "\(Int64(result.bytes).size)\n"
    )
  }

  private var job: ImageJob {
    get throws {
      let source = try ImageJob.Source(source)
      var job = ImageJob(
        source,
        by: recipe,
        fetcher: options.fetcher(of: .image, over: options.carrier(), keptIn: cache(for: source)),
        byteLimit: options.byteLimit(of: .image)
      )
      job.path = output
      job.encoding = format.flatMap { ImageFormat(rawValue: $0) }.flatMap { ImageEncoding($0) }
      job.quality = quality
      return job
    }
  }

  /// Another size of the same image costs no other download. A file needs none, and no folder of ours is made for it.
  private func cache(for source: ImageJob.Source) -> HTTPCache? {
    guard case .url = source else { return nil }
    return HTTPCache(memoryLimit: 0, folder: DataFolder(options.data).images)
  }

  private var recipe: ImageRecipe {
    let isResized = width != nil || height != nil
    let resizing = isResized ? [ImageFilter.resize(width: width, height: height, fit: fit)] : []
    return ImageRecipe(resizing + filter.compactMap { ImageFilter(name: $0) }, isStill: still)
  }
}

extension ImageFit: @retroactive ExpressibleByArgument {}
