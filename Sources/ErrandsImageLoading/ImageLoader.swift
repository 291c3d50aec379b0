import Errands
import ErrandsImages
import ErrandsLoading
import Foundation

/// Loads images, and makes of them what recipes ask for. Each step is done once for all that want it: the download of
/// an address, the file of a recipe and a format, the picture of a recipe.
///
/// ```swift
/// let fetcher = Fetcher(transport: URLSessionTransport(), configuration: configuration)
/// let loader = ImageLoader(fetcher: fetcher)
/// let cover = ImageRequest(url, by: [.resize(width: 300, height: 300), .sepia])
/// let picture = try await loader.picture(for: cover).value()
/// let file = try await loader.file(for: cover, as: .webp()).value()
/// ```
///
/// Originals and files are kept in the cache of the fetcher, where it has one, for as long as the server of the
/// original allows: files beside originals, under keys of their own. What is stale is asked for by its tag, and where
/// the server says that the original has not changed, no file is made again. What is purged of an address takes with it
/// what was made of it. Pictures are kept in memory, up to ``Configuration/pictureLimit``.
///
/// Whatever waits for a step shares it: it goes on at the highest of their priorities, and ends with the last of them,
/// down to the connection and the computation. A download holds its place among the downloads only while it is
/// downloaded.
public struct ImageLoader: Sendable {
  /// What a loader allows.
  public struct Configuration: Sendable {
    /// What is checked before a pixel is decoded.
    public var limits = ImageLimits()
    /// Bytes of pictures that are kept in memory; those that were asked for the longest time ago go, and one that takes more
    /// than a quarter of them is not kept. 64 MiB by default; none is kept where it is 0.
    public var pictureLimit: Int64 = 64 << 20

    /// Where files are kept by several processes together, each made by one of them; the fetcher's originals are shared by
    /// a `SharedTransport` of its own. Default nil: nowhere.
    public var tier: (any SharedTier)?

    /// The defaults.
    public init() {}
  }

  /// As it was given when the loader was made.
  public let configuration: Configuration
  /// Loads the originals.
  public let fetcher: Fetcher
  private let files: Fetcher
  private let book: RecipeBook
  private let pictures: PictureMemory

  /// A loader over this fetcher. Its copies share what they load and what they keep.
  public init(fetcher: Fetcher, configuration: Configuration = Configuration()) {
    self.fetcher = fetcher
    self.configuration = configuration
    book = RecipeBook(agent: fetcher.configuration.userAgent)
    pictures = PictureMemory(
      limit: configuration.pictureLimit,
      clock: fetcher.configuration.clock,
      cache: fetcher.configuration.cache
    )
    files =
      RenderingTransport(
        originals: OriginalStage(fetcher: fetcher),
        book: book,
        limits: configuration.limits
      ).fetcher(sharing: configuration.tier)
  }

  /// The original, as its server has it.
  public func original(for request: ImageRequest) -> Errand<FetchedData> {
    fetcher.data(for: request.original)
  }

  /// The original as it is, as the answer of a server that has it: under a strong `ETag` such as those of
  /// ``file(for:as:)``, by which a condition in the request's source is answered with a 304. The recipe is left aside.
  ///
  /// Fails with `FetchError`.
  public func originalFile(for request: ImageRequest) -> Errand<FetchedData> {
    let tags = ImageTag.all(in: request.source.fields["If-None-Match"], of: .original)
    let source = request.original
    return Errand("original \(source.url.redacted)") { [stage = OriginalStage(fetcher: fetcher)] in
      switch try await stage.load(source, unless: tags) {
      case .original(let original): original.tagged(ImageTag(of: original, in: .original), known: tags)
      case .unchanged(let tag, let head): FetchedData(head: head.tagged(tag, status: 304), body: Data())
      }
    }
  }

  /// The same, if it is kept and fresh; never asks a server.
  public func keptOriginalFile(for request: ImageRequest) async -> FetchedData? {
    await keptOriginal(for: request).file()
  }

  /// Where the original stands among what is kept, for who gives it again and again.
  public func keptOriginal(for request: ImageRequest) -> KeptImage {
    KeptImage(request.original, of: fetcher) { $0.tagged(ImageTag(of: $0, in: .original), known: []) }
  }

  /// The file that a recipe makes of the original, as the answer of a server that has it: with a strong `ETag` that
  /// stands for the state of the original, the recipe and the encoding, with the media type, and with what the
  /// original's server said of how long it may be kept.
  ///
  /// A condition in the request's source, such as `If-None-Match` with such a tag, is answered with a 304: without a
  /// computation, and where the original's server can be asked by what is in the tag, without a download.
  ///
  /// A request that may not ask a server is about the file itself: it is not made of an original that is kept.
  ///
  /// Fails with `FetchError`, and with `ImageError` where the original is no image that can be read.
  public func file(for request: ImageRequest, as encoding: ImageEncoding) -> Errand<FetchedData> {
    files.data(for: fileRequest(for: request, as: encoding))
  }

  /// The file, if it is kept and fresh; never asks a server, and never computes.
  public func keptFile(for request: ImageRequest, as encoding: ImageEncoding) async -> FetchedData? {
    await kept(request, as: encoding).file()
  }

  /// Where the file stands among what is kept, for who gives it again and again.
  public func kept(_ request: ImageRequest, as encoding: ImageEncoding) -> KeptImage {
    KeptImage(fileRequest(for: request, as: encoding), of: files)
  }

  /// What a recipe makes of the original, as pixels. Progress is that of the download.
  ///
  /// One that is in memory is given at once, for as long as its original is fresh. Fails as
  /// ``file(for:as:)`` does.
  public func picture(for request: ImageRequest) -> Errand<Picture> {
    pictures.picture(for: request) { [self] in
      original(for: request).flatMap { decoding($0, by: request.recipe) }
    }
  }

  /// The same of an original that is at hand, for who takes the two steps one after the other: made once for all that ask
  /// for the same of the same original, and given out of memory where it is there.
  public func picture(of original: FetchedData, for request: ImageRequest) -> Errand<Picture> {
    pictures.picture(for: request, of: original) { [self] in decoding(original, by: request.recipe) }
  }

  private func decoding(_ original: FetchedData, by recipe: ImageRecipe) -> Errand<PictureMemory.Made> {
    let came = pictures.elapsed()
    return Picture.decoding(original.body, by: recipe, limits: configuration.limits)
      .map { PictureMemory.Made(picture: $0, original: original, came: came) }
  }

  /// Loads what will probably be wanted soon, and makes the files: a few at a time, at a low priority, until the scope
  /// ends. A load of the same joins what is on its way. What fails is passed over.
  ///
  /// No effect where the fetcher has no cache.
  ///
  /// - Returns: The work, to be cancelled before the scope ends.
  @discardableResult
  public func prefetch(
    _ requests: [ImageRequest],
    as encoding: ImageEncoding,
    in scope: Scope,
    atOnce: Int = 4
  ) -> Run<Void> {
    files.prefetch(requests.map { fileRequest(for: $0, as: encoding) }, in: scope, atOnce: atOnce)
  }

  /// Pictures that are in memory, of all recipes, are let go of: for the moment when the system is short of memory.
  public func removePictures() { pictures.removeAll() }

  private func fileRequest(for request: ImageRequest, as encoding: ImageEncoding) -> FetchRequest {
    book.fileRequest(for: request, as: encoding)
  }
}

extension FetchedData {
  /// As it is served under this tag, and without its bytes to a client that has it.
  fileprivate func tagged(_ tag: ImageTag, known: [ImageTag]) -> FetchedData {
    known.contains(tag)
      ? FetchedData(head: head.tagged(tag, status: 304), body: Data(), cacheStatus: cacheStatus)
      : FetchedData(head: head.tagged(tag, status: head.status), body: body, cacheStatus: cacheStatus)
  }
}

extension FetchHead {
  fileprivate func tagged(_ tag: ImageTag, status: Int) -> FetchHead {
    var fields = fields
    fields["ETag"] = tag.text
    return FetchHead(url: url, status: status, fields: fields)
  }
}
