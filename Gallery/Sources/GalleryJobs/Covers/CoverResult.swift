import Foundation

/// What became of a cover, from the moment at which its row came on screen.
public struct CoverResult: Sendable, Hashable {
  public enum Status: String, Sendable, Hashable, Encodable {
    /// It was there before its row left the screen.
    case shown
    /// Its row left first.
    case cancelled
    case failed
  }

  /// Its row, from 0.
  public let index: Int
  public let status: Status
  /// How many bytes of it came, also in tries that failed, and before it was cancelled.
  public let bytes: Int
  /// From when its row came on screen.
  public let milliseconds: Int
  /// Why it failed, as a sentence; `nil` unless it did.
  public let error: String?
}

extension CoverResult {
  init(index: Int, bytes: Int, after time: Duration, _ outcome: Result<some Any, any Error>) {
    self.index = index
    self.bytes = bytes
    milliseconds = Int(time / .milliseconds(1))
    switch outcome {
    case .success: (status, error) = (.shown, nil)
    case .failure(is CancellationError): (status, error) = (.cancelled, nil)
    case .failure(let failure): (status, error) = (.failed, "\(failure)")
    }
  }
}

/// `{"index","status","bytes","milliseconds"}`; `"error"` is there only where something failed.
extension CoverResult: Encodable {}
