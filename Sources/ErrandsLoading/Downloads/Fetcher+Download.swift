import Errands
import Foundation

extension Fetcher {
  /// Downloads to a file, which is whole when it is in its place, and not there before.
  ///
  /// The bytes go to a partial file beside it. Where the connection breaks off, or the process ends, the download goes on with
  /// them, any number of times, as long as the server has the same file: by `Range` and `If-Range` with a strong validator (RFC
  /// 9110, section 14). The file gets the time of the answer's `Last-Modified`, where that is of the whole. No error writes to the destination. Another
  /// download to the same place at the same time is not disturbed; one of the same request, with the same options, is the same one.
  ///
  /// Progress counts the bytes of the file, with those that were there. Fails with ``FetchError``, with ``FileFailure``, with
  /// ``AdmissionError``, or with what an interceptor or ``Configuration/validate`` throws.
  ///
  /// - Parameters:
  ///   - destination: Names in a folder are given in the order of these calls.
  ///   - tell: Called with each event, one after the other, by the task that downloads. What shares a download that is in
  ///     flight is told of its progress alone.
  public func download(
    _ request: FetchRequest,
    to destination: Destination,
    options: DownloadOptions = DownloadOptions(),
    tell: @escaping @Sendable (DownloadEvent) -> Void = { _ in }
  ) -> Errand<DownloadedFile> {
    let place = destination.place(for: request.url)
    let claims = NameClaims()
    let isShared = place.existing == .replace && request.method.isSafe
    let key = DownloadKey(request, place, options)
    return measured(request) { recorder in
      let errand: Errand<DownloadedFile> = admitted(request, isLimited: false, recorder) { callback, turn in
        let download = Download(
          fetcher: self,
          request: request,
          options: options,
          claims: claims,
          tell: tell,
          report: callback.report
        )
        guard isShared else { return try await download.perform(at: place, turn) }
        return try await openDownloads.follow(key) { try await download.perform(at: place, turn) }
      }
      let shared = isShared ? downloads.share(errand, for: key, bringing: recorder) : errand
      guard let deadline = options.deadline else { return shared }
      return shared.timeout(after: deadline, clock: configuration.clock) {
        FetchError(request.url, .timedOut(after: deadline))
      }
    }
  }
}

/// What makes two downloads the same: all that can change what is in the file, whether there is one, or what
/// is told of it.
struct DownloadKey: Sendable, Hashable {
  private let request: FetchKey
  private let path: String
  /// Whether the server may give another name.
  private let isPath: Bool
  private let makesFolders: Bool
  private let sha256: String?
  private let computesSHA256: Bool
  private let byteLimit: Int64
  private let resumes: Bool
  private let asksIfChanged: Bool

  init(_ request: FetchRequest, _ place: FilePlace, _ options: DownloadOptions) {
    self.request = FetchKey(request)
    path = place.path
    isPath = place.isPath
    makesFolders = place.makesFolders
    sha256 = options.sha256?.lowercased()
    computesSHA256 = options.computesSHA256
    byteLimit = options.byteLimit
    resumes = options.resumes
    asksIfChanged = options.asksIfChanged && options.validators != nil
  }

  /// Whether what is downloaded would belong to a group of a cache's.
  func isMember(of group: CacheGroup) -> Bool { request.isMember(of: group) }
}
