import Errands
import ErrandsLoading
import Foundation

/// Adds photos from many addresses at once, and says that it is done once: when all of them are.
///
/// Every member is begun at once, and loaded when its turn comes. A member that fails, be it for an address that
/// is none, leaves the others alone.
///
/// ```swift
/// var batch = PhotoBatch(addresses: ["https://example.com/1.jpg"], fetcher: fetcher)
/// batch.directory = "photos"
/// let run = batch.start(by: .group) { event in
///   if case .member(let member) = event { print(member.url, member.status) }
/// }
/// print(await run.summary.succeeded)
/// ```
public struct PhotoBatch: Sendable {
  public let addresses: [String]
  /// Where an address that begins with a slash is looked for; `nil` makes it a failure.
  public var base: URL?
  /// The folder to write to, made if it is missing; `nil` loads and checks the photos without writing them.
  ///
  /// A file appears there whole or not at all, under a name as ``SafeFileName`` makes it. A file that has the
  /// name already is replaced; two members of a batch never have the same one.
  public var directory: String?
  /// How long the whole batch may take; `nil`, the default, as long as it takes. When it has passed, members that
  /// are not done are cancelled, and the batch ends at once.
  public var timeLimit: Duration?
  /// How many members are loaded at the same time. Default 16. A member's deadline, which the fetcher sets, begins
  /// with its turn: on a slow network the last of a thousand would otherwise fail before they have begun.
  public var loadsAtOnce = 16
  /// Is told of every photo that was added.
  public var manager = PhotoManager()
  /// What measures the time limit.
  public var clock: any Clock<Duration> = ContinuousClock()
  let fetcher: Fetcher

  /// - Parameter addresses: Texts that are checked one by one: a text that is no address is that member's failure.
  public init(addresses: [String], fetcher: Fetcher) {
    self.addresses = addresses
    self.fetcher = fetcher
  }

  /// Begins to load. Letting go of the run does not end the work; ``PhotoBatchRun/cancel()`` does.
  ///
  /// - Parameter onEvent: Called for each event, one after the other, on a queue of the batch.
  public func start(
    by style: JobStyle = .group,
    onEvent: @escaping @Sendable (PhotoBatchEvent) -> Void = { _ in }
  ) -> PhotoBatchRun {
    let work = PhotoBatchWork(self, onEvent: onEvent)
    return PhotoBatchRun(work, loading: work.photos.all(by: style))
  }
}
