import CVipsShim
import Errands

/// The library itself: its one start, its one error buffer, its one count of memory.
enum Vips {
  /// Starts the library on the first call; every later call has the same answer.
  static func start() throws(ImageError) {
    if let reason = startFailure { throw .unavailable(reason: reason) }
  }

  /// What the installed library reads and writes; nothing where it does not start.
  static let readableFormats = formats(errands_vips_can_read, isAVIF: AVIFProbe.canRead)
  static let writableFormats = formats(errands_vips_can_write, isAVIF: AVIFProbe.canWrite)

  private static func formats(
    _ exists: (errands_format) -> Int32,
    isAVIF: @autoclosure () -> Bool
  ) -> Set<ImageFormat> {
    guard startFailure == nil else { return [] }
    return Set(ImageFormat.allCases.filter { exists($0.vips) != 0 && ($0 != .avif || isAVIF()) })
  }

  private static let startFailure: String? =
    errands_vips_start() == 0 ? nil : takeMessage(of: "vips_init")

  /// What the library says about the failure of `operation`, in one line.
  ///
  /// All threads write into the same error buffer, and taking it is a copy and a clearing. One lock keeps
  /// two failing threads from halving a message; still, the text may speak of another thread's failure.
  /// It is therefore for people to read, named after the operation that failed here, and no decision is
  /// made from it.
  static func takeMessage(of operation: String) -> String {
    let text = buffer.withLock { _ in
      guard let message = errands_vips_take_error() else { return "" }
      defer { errands_vips_free(message) }
      return String(cString: message)
    }
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.isEmpty ? operation : "\(operation): \(lines.joined(separator: "; "))"
  }

  private static let buffer = Lock(())

  /// Bytes of pixel memory that the library holds at this moment.
  static var memoryInUse: Int { Int(errands_vips_tracked_memory()) }
}
