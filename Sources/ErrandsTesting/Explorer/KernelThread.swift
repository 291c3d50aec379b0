#if ERRANDS_EXPLORED
  import Foundation

  /// A thread as the operating system knows it.
  struct KernelThread: Sendable {
    private let path: String

    /// The thread that asks.
    static var current: KernelThread {
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      return KernelThread(path: link.map { "/proc/\($0)/stat" } ?? "")
    }

    /// Whether it waits for something; nil where the system does not say.
    var isAsleep: Bool? {
      guard let file = fopen(path, "r") else { return nil }
      defer { fclose(file) }
      var line = [UInt8](repeating: 0, count: 256)
      let count = fread(&line, 1, line.count, file)
      // Behind the name, which is in parentheses and may hold any others.
      guard let name = line[..<count].lastIndex(of: UInt8(ascii: ")")), name + 2 < count else { return nil }
      return line[name + 2] == UInt8(ascii: "S")
    }
  }
#endif
