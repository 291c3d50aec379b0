import Errands

/// How a file is downloaded.
public struct DownloadOptions: Sendable {
  /// Whether a download goes on where one of the same address was broken off, by this process or another one, and leaves
  /// behind what a later one can go on with. Default true.
  public var resumes = true
  /// The SHA-256 that the file has to have, hexadecimal. A file that has another is not put in its place. Default nil.
  public var sha256: String?
  /// Whether the SHA-256 of the file is worked out, to be told, also where ``sha256`` is nil. It takes a good half second for
  /// each GiB, beside the writing, and where a download goes on, what was there is read once more. Default false.
  public var computesSHA256 = false
  /// Where it is noted what the server said of the state of the file, for ``asksIfChanged``. Default nil: nowhere.
  public var validators: FileValidators?
  /// Whether a file that is in its place is asked for only if it has changed since, by what ``validators`` has of it or, where
  /// that is nothing, by the time of the file (RFC 9110, section 13.1). No effect without ``validators``. Default false.
  public var asksIfChanged = false
  /// So many bytes a second. Several downloads may share it. Default nil: as fast as they come.
  public var bandwidth: BandwidthLimit?
  /// The longest silence: so long without a connection, a head, or a byte fails a try. Default 30 seconds; nil for no limit.
  public var silence: Duration? = .seconds(30)
  /// The whole of the download, with the wait for its place. Default nil: as long as it takes.
  public var deadline: Duration?
  /// The largest file, in bytes. Default 512 MiB.
  public var byteLimit: Int64 = 512 << 20

  /// The defaults.
  public init() {}
}

/// What happens in a download, beside its progress.
public enum DownloadEvent: Sendable, Hashable {
  /// A try begins; they are counted from 1.
  case trying(Int)
  /// An answer has come with this status, whose body goes to this path, behind so many bytes that were there.
  case receiving(path: String, status: Int, resumedFrom: Int64)
}
