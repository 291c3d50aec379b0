#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// For the tests that run in a process of their own, as what they try used to hang or to crash it.
enum Watchdog {
  /// Ends this process by a signal where it has not come to its end: a hang fails the one test that hangs.
  /// The time is no measure of anything; a machine with nothing else to do needs a small part of it.
  static func start(seconds: UInt32 = 120) { _ = alarm(seconds) }
}
