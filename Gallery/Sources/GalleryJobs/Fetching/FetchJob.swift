import Errands
import ErrandsLoading
import Foundation

/// Fetches many addresses at once, each to a file that is whole when it is in its place, and says that it is done once:
/// when all of them are.
///
/// A member that fails leaves the others alone. What of a file has come when it is cancelled stays beside its place,
/// and the next run goes on with it.
///
/// ```swift
/// let items = [FetchItem("https://example.com/a.iso")]
/// let run = FetchJob(items, fetcher: fetcher, to: Destination(folder: "isos")).start()
/// print(await run.summary.fetched)
/// ```
public struct FetchJob: Sendable {
  public let items: [FetchItem]
  /// Where the files go. The names in a folder are claimed in the order of the items.
  public let destination: Destination
  /// Where an address that begins with a slash is looked for; nil makes it a failure.
  public var base: URL?
  /// Header fields of all requests.
  public var fields: HTTPFields = [:]
  /// How each file is fetched; ``DownloadOptions/sha256`` is that of its item, and ``DownloadOptions/deadline`` counts
  /// from before its turn, unlike ``timeLimit``.
  public var options = DownloadOptions()
  /// How long a fetch may take from its turn on. Default nil, as long as it takes.
  public var timeLimit: Duration?
  /// What measures the time limit, and the time between two reports.
  public var clock: any Clock<Duration> = ContinuousClock()
  let fetcher: Fetcher

  /// - Parameters:
  ///   - items: Their addresses are checked one by one: a text that is no address is that member's failure.
  ///   - fetcher: Its admission says how many are in flight at once, in all and to one host.
  public init(_ items: [FetchItem], fetcher: Fetcher, to destination: Destination) {
    self.items = items
    self.fetcher = fetcher
    self.destination = destination
  }

  /// Begins to fetch. Letting go of the run does not end the work; ``FetchRun/cancel()`` does.
  ///
  /// - Parameter onEvent: Called for each event, one after the other, on a queue of the run.
  public func start(
    by style: JobStyle = .async,
    onEvent: @escaping @Sendable (FetchEvent) -> Void = { _ in }
  ) -> FetchRun {
    let work = FetchWork(self, onEvent: onEvent)
    return FetchRun(work, fetching: work.files.all(by: style))
  }

  /// What to ask for. Bytes are wanted as they are: what is compressed on its way cannot be gone on with.
  ///
  /// - Throws: `FetchError.invalidURL` for anything but an absolute http or https URL with a host.
  func request(for item: FetchItem) throws(FetchError) -> FetchRequest {
    var request = FetchRequest(try URL(fetching: item.address, below: base), fields: fields)
    // Left out, as everywhere else, the file was asked for without it, and refused.
    if let login = request.url.login, fields["Authorization"] == nil {
      request.fields["Authorization"] = login
    }
    for (name, value) in [("Accept", "*/*"), ("Accept-Encoding", "identity")] where fields[name] == nil {
      request.fields[name] = value
    }
    // The own upstream has another port each time, and the file is the same.
    if item.address.hasPrefix("/") { request.key = "own \(item.address)" }
    return request
  }
}

extension URL {
  /// What stands in an address for whoever asks, as a field has it (RFC 7617, section 2); nil where nobody does.
  fileprivate var login: String? {
    guard let user = user(percentEncoded: false), !user.isEmpty else { return nil }
    let words = "\(user):\(password(percentEncoded: false) ?? "")"
    return "Basic \(Data(words.utf8).base64EncodedString())"
  }
}
