import Dispatch
import Errands
import ErrandsImages
import ErrandsLoading
import Foundation

/// Makes another file of an image: another size, look or format.
///
/// ```swift
/// let job = ImageJob(.file("photo.jpg"), by: [.resize(width: 300)], fetcher: fetcher)
/// let result = try await job.result(by: .async).value()
/// ```
public struct ImageJob: Sendable {
  /// Where the image comes from.
  public enum Source: Sendable, Hashable {
    case file(String)
    case url(URL)

    /// An address as a person types it, which begins with its scheme, or else the path of a file.
    ///
    /// - Throws: ``FetchError`` for an address that cannot be fetched.
    public init(_ text: String) throws(FetchError) {
      let scheme = text.prefix(8).lowercased()
      self =
        scheme.hasPrefix("http://") || scheme.hasPrefix("https://")
        ? .url(try URL(fetching: text)) : .file(text)
    }

    /// How it is named in a sentence.
    var shown: String {
      switch self {
      case .file(let path): path
      case .url(let url): url.redacted
      }
    }

    /// What its file is called, without the ending.
    var stem: String {
      let name =
        switch self {
        case .file(let path): URL(filePath: path).lastPathComponent
        case .url(let url): url.lastPathComponent
        }
      let stem = URL(filePath: name).deletingPathExtension().lastPathComponent
      return SafeFileName(stem)?.text ?? "image"
    }

    /// The name of a file that is made of it: cut, where it would be too long, before the ending that tells them apart.
    func name(endingIn ending: String) -> String {
      var stem = stem
      while stem.utf8.count + ending.utf8.count > SafeFileName.limit { stem.removeLast() }
      return stem + ending
    }
  }

  public let source: Source
  public let recipe: ImageRecipe
  /// How the result is written. Default nil: as the ending of ``path`` says, or else as the source is.
  public var encoding: ImageEncoding?
  /// From 1 to 100; nil for the usual one of the format.
  public var quality: Int?
  /// Where it is written; nil for a file in the working folder that is called after the source and its size.
  public var path: String?
  private let fetcher: Fetcher
  private let byteLimit: Int64
  private let writing = DispatchGroup()

  /// - Parameters:
  ///   - fetcher: Loads what is not a file, within its limits.
  ///   - byteLimit: Of a source that is a file.
  public init(_ source: Source, by recipe: ImageRecipe, fetcher: Fetcher, byteLimit: Int64 = 64_000_000) {
    self.source = source
    self.recipe = recipe
    self.fetcher = fetcher
    self.byteLimit = byteLimit
  }

  /// The job in a style. Reports the bytes of a download. Fails with ``ImageJobError``, and as the fetcher does.
  public func result(by style: JobStyle) -> Errand<ImageResult> {
    style.carry(
      place.flatMap { [self] place in
        bytes.flatMap(rendered).flatMap { written($0, to: place) }
      }
    )
  }

  /// Looked at before anything is loaded; nil where the path depends on what comes.
  private var place: Errand<String?> {
    guard let path else { return .success(nil) }
    return .blocking("looking at \(path)") { [encoding] in
      if encoding == nil, let named = ImageFormat(endingOf: path), ImageEncoding(named) == nil {
        throw ImageError.unwritable(named)
      }
      return try WholeFile.path(named: path)
    }
  }

  /// Returns when no file is being written any more: one that was cancelled in the middle leaves nothing, if it is given the
  /// time to take that away.
  public func writingEnded() async {
    await withCheckedContinuation { continuation in
      writing.notify(queue: .global()) { continuation.resume() }
    }
  }

  private var bytes: Errand<Data> {
    switch source {
    case .url(let url): fetcher.data(for: .picture(url)).map(\.body)
    case .file(let path):
      .blocking("reading \(path)") { [byteLimit] in
        // By its name as it is: one that begins with a tilde is nobody's home.
        guard let file = FileHandle(forReadingAtPath: path) else { throw ImageJobError.unreadable(path) }
        // One byte more tells that there is more; what has no end, such as a device, is not read on.
        let data = try Result { try file.read(upToCount: Int(byteLimit) + 1) }
          .mapError { _ in ImageJobError.unreadable(path) }.get()
        guard data?.count ?? 0 <= byteLimit else { throw ImageJobError.tooLarge(path, limit: byteLimit) }
        return data ?? Data()
      }
    }
  }

  private func rendered(_ bytes: Data) -> Errand<ImageFile> {
    do {
      let encoding = try chosenEncoding(of: bytes)
      return ImageFile.rendering(bytes, by: recipe, as: encoding)
        .mapError { [source] error in
          (error as? ImageError).map { ImageJobError.image(source.shown, $0) } ?? error
        }
    } catch {
      return .failure(error)
    }
  }

  /// As it was said, or as the path says, or as the source is; where that cannot be written, as a JPEG.
  private func chosenEncoding(of bytes: Data) throws -> ImageEncoding {
    let named = path.flatMap(ImageFormat.init(endingOf:))
    let own = ImageFormat(sniffing: bytes).flatMap { format in
      ImageFormat.writable.contains(format) ? ImageEncoding(format) : nil
    }
    let encoding = encoding ?? named.flatMap { ImageEncoding($0) } ?? own ?? .jpeg()
    guard let quality else { return encoding }
    let graded = encoding.with(quality: quality)
    guard graded != encoding || encoding.hasQuality else { throw ImageJobError.noQuality(encoding.format) }
    return graded
  }

  private func written(_ file: ImageFile, to place: String?) -> Errand<ImageResult> {
    let info = file.info
    let path = place ?? source.name(endingIn: "-\(info.width)x\(info.height).\(info.format.fileExtension)")
    let queue = DispatchQueue(label: "gallery.image")
    return .writing("writing \(path)", on: queue, until: Scope(), in: writing) { isWanted in
      try WholeFile.write(file.bytes, to: path, while: isWanted)
      return ImageResult(path: path, file: file)
    }
  }
}

extension Errand {
  /// Work that blocks on a file, on a thread of its own.
  fileprivate static func blocking(_ name: String, _ work: @escaping @Sendable () throws -> Value) -> Errand {
    .fromCallback(name) { callback in
      DispatchQueue(label: "gallery.image").async { callback(Result(catching: work)) }
    }
  }
}

extension ImageEncoding {
  fileprivate var hasQuality: Bool {
    switch self {
    case .jpeg, .webp, .avif, .jxl: true
    case .png, .gif: false
    }
  }
}

extension ImageFormat {
  /// The format that the ending of a path says; nil for another one.
  public init?(endingOf path: String) {
    let name = URL(filePath: path).pathExtension.lowercased()
    guard let format = Self.allCases.first(where: { [$0.fileExtension, $0.rawValue].contains(name) }) else {
      return nil
    }
    self = format
  }
}
