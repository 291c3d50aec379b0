import Errands
import Foundation
import GalleryJobs

/// A line on the terminal that says how far a load is, over and over in the same place.
final class ProgressLine: Sendable {
  private let label: String
  private let isShown: Bool
  private let last = Lock<ContinuousClock.Instant?>(nil)

  init(label: String, isShown: Bool) {
    self.label = label
    self.isShown = isShown
  }

  func show(_ progress: RunProgress) {
    guard isShown, isDue() else { return }
    let part =
      progress.fraction.map { "\(Int($0 * 100)) %" }
      ?? progress.completed.formatted(.byteCount(style: .file))
    put("\r\(label)  \(part)\u{1B}[K")
  }

  /// Takes the line away.
  func clear() {
    if isShown { put("\r\u{1B}[K") }
  }

  private func isDue() -> Bool {
    last.withLock { last in
      let now = ContinuousClock.now
      if let last, now - last < .milliseconds(100) { return false }
      last = now
      return true
    }
  }

  private func put(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
