import CMalloc
import Foundation

/// What this process keeps of the memory that it has freed.
enum FreedMemory {
  /// Limits how many heaps there are to as many as there are cores, where nobody has said otherwise.
  ///
  /// The allocator of GNU's C library has eight per core. Each keeps most of what was once in use in it: after an hour of
  /// pictures a server kept 600 MB, where some 60 were in use. More than there are cores are seldom asked at once.
  ///
  /// To be called before a second thread begins.
  static func keepLess() {
    #if canImport(Glibc)
      guard ProcessInfo.processInfo.environment["MALLOC_ARENA_MAX"] == nil else { return }
      _ = mallopt(M_ARENA_MAX, Int32(clamping: max(2, ProcessInfo.processInfo.activeProcessorCount)))
    #endif
  }
}
