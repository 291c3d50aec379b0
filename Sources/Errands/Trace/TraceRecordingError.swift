import Foundation

/// Why a trace could not be recorded.
public enum TraceRecordingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file cannot be created; nothing is recorded.
  case cannotOpen(URL, reason: String)
  /// The file ends before the event that could not be written, and opens as far as it goes.
  case cannotWrite(reason: String)

  public var description: String {
    switch self {
    case .cannotOpen(let url, let reason):
      "The trace cannot be written to \(url.path): \(reason). Choose a file in a folder that exists."
    case .cannotWrite(let reason):
      "The trace is incomplete, because writing it failed: \(reason). Make room on the disk."
    }
  }
}
