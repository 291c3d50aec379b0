import Errands
import ErrandsLoading
import Foundation

/// Searches Giphy for animations and downloads them, in any style.
///
/// ```swift
/// let job = GifsJob(giphy: giphy, fetcher: fetcher, style: .closure)
/// let page = try await job.search("cats", limit: 10).value()
/// let batch = job.download(page.hits, to: "cats") { event in
///   if case .hit(let result) = event { print(result.gif.id, result.file?.frames ?? 0) }
/// }
/// print(await batch.summary.downloaded)
/// ```
public struct GifsJob: Sendable {
  public let giphy: Giphy
  public let style: JobStyle
  /// The name of the rendition that is wanted. Default `downsized_large`, as in the job's tutorial; where a
  /// hit lacks it, ``Gif/rendition(_:)`` says which one is taken.
  public var rendition = GifRendition.best[0]
  /// Where a step that follows another is begun: on a queue, say. The styles `async` and `stream` have their
  /// own place, which is their task.
  public var nextStep = Delivery.concurrent
  /// How many hits of a batch are downloaded at the same time. Default 16. The deadline of each begins with
  /// its turn.
  public var downloadsAtOnce = 16
  private let searches: Fetcher
  private let downloads: Fetcher

  /// - Parameters:
  ///   - fetcher: What asks Giphy. It must have been made over ``Giphy/transport(over:)``: without that the
  ///     key is not sent.
  ///   - downloads: What loads the animations, which are larger than the answers to a search; by default the
  ///     same.
  public init(giphy: Giphy, fetcher: Fetcher, downloads: Fetcher? = nil, style: JobStyle = .closure) {
    self.giphy = giphy
    self.style = style
    searches = fetcher
    self.downloads = downloads ?? fetcher
  }

  /// The best rendition of a hit, as ``rendition`` asks for it.
  ///
  /// - Throws: ``GiphyError/noRendition(id:title:)``
  public func rendition(of gif: Gif) throws(GiphyError) -> GifRendition { try gif.rendition(rendition) }

  /// Downloads one hit to a file. Progress counts the bytes.
  ///
  /// The file is named for the hit's title and id, and appears whole or not at all; a file that has the name
  /// already is replaced. The run fails with ``GiphyError`` where the hit has no rendition or what comes is
  /// no animation, with `FetchError` where it does not come, and with ``FileFailure`` where it cannot be
  /// written.
  ///
  /// - Parameter folder: The folder to write to, made if it is missing.
  public func download(_ gif: Gif, to folder: String) -> Errand<GifFile> {
    .fromCallback("download of gif \(gif.id)") { [self] callback in
      let rendition = try rendition(of: gif)
      let folder = GifFolder(folder)
      let name = folder.claim(gif, at: rendition.url)
      callback.follow(file(by: step(gif, rendition, named: name, in: folder)).run())
    }
  }

  /// Downloads many hits, each to a file of its own in one folder. Letting go of the batch does not end the
  /// work; ``GifsBatch/cancel()`` does.
  ///
  /// - Parameter onEvent: Called for each event, one after the other, on a queue of the batch.
  public func download(
    _ hits: [Gif],
    to folder: String,
    onEvent: @escaping @Sendable (GifsEvent) -> Void = { _ in }
  ) -> GifsBatch {
    let work = GifsBatchWork(self, hits: hits, folder: GifFolder(folder), onEvent: onEvent)
    return GifsBatch(work, loading: work.downloads.all(by: style))
  }

  // MARK: Steps

  /// The answer to a request for a page.
  func answer(to request: FetchRequest) -> Errand<FetchedData> {
    searches.data(for: request).mapError(GiphyError.meaning)
  }

  /// The page in an answer.
  func page(in fetched: FetchedData) throws -> GifPage {
    try fetched.json(GiphyAnswer.self).page(of: fetched.head.url, from: giphy)
  }

  /// The download of a hit, to be made a whole by a style.
  func step(
    _ gif: Gif,
    _ rendition: GifRendition,
    named name: SafeFileName,
    in folder: GifFolder,
    until scope: Scope = Scope()
  ) -> GifDownload {
    GifDownload(gif, rendition, named: name, in: folder, with: downloads, until: scope)
  }
}
