import Foundation

/// The memory of this process.
enum Memory {
  /// What is in use, in bytes, as the kernel counts it; nil where that says nothing of what the tests
  /// allocate.
  static func resident() throws -> Int? {
    #if os(Linux) && !TSAN
      let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      guard fields.count > 1, let pages = Int(fields[1]) else { throw Violation("unreadable: \(fields)") }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
      return nil
    #endif
  }
}
