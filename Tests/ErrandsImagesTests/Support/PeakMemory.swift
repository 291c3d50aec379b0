import Foundation

/// How much memory this process has held at most, in its pages; nothing where the system does not say.
enum PeakMemory {
  /// The peak from now on begins at what is held now, which this answers with.
  static func begin() throws -> Int {
    #if os(Linux)
      // 5 forgets the peak so far (proc(5), /proc/pid/clear_refs).
      let references = try FileHandle(forWritingTo: URL(filePath: "/proc/self/clear_refs"))
      try references.write(contentsOf: Data("5".utf8))
      try references.close()
    #endif
    return try bytes()
  }

  /// `VmHWM` of proc(5).
  static func bytes() throws -> Int {
    #if os(Linux)
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1_024 } ?? 0
    #else
      return 0
    #endif
  }
}
