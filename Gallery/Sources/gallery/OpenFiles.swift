import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How many files and connections this process may have open.
///
/// Below a few dozen nothing works, and the event loops end the process with a backtrace.
enum OpenFiles {
  /// As many as are open before the first request: each event loop has three.
  static let needed = 32 + 4 * ProcessInfo.processInfo.activeProcessorCount
  /// What `serve` needs beside its clients' connections: the library, listeners, loads and their upstream.
  private static let besideClients = needed + 64

  /// Raises the limit to what the system lets it be raised to, up to what is of use here, and gives it.
  static func raise() -> Int {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return .max }
    var raised = limit
    raised.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 16_384))
    if setrlimit(resource, &raised) == 0 { limit = raised }
    return Int(clamping: limit.rlim_cur)
  }

  /// Opens what of standard input, output and error is closed, as by a shell's `>&-`: its number would be that of the next
  /// file that is opened, and results and messages would be written into that. What is opened in its place fails where it
  /// is used.
  static func holdStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// How many of so many clients have room, and what is to be said where not all of them have.
  ///
  /// - Parameter limit: How many files may be open.
  static func clients(of wanted: Int, limit: Int) -> (count: Int, warning: String?) {
    let count = min(wanted, max(16, limit - besideClients))
    guard count < wanted else { return (wanted, nil) }
    return (
      count,
      "Only \(limit) files may be open here, so \(count) clients are served at once instead of \(wanted); "
        + "allow more with “ulimit -n \(wanted + besideClients)”."
    )
  }

  /// What is wrong where too few may be open for any command at all.
  static func complaint(limit: Int) -> String? {
    guard limit < needed else { return nil }
    return
      "Only \(limit) files may be open here, and gallery needs \(needed); allow more with “ulimit -n 1024”."
  }
}
