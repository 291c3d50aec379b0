/// How fast bytes come, over the last few seconds: over the whole time, a connection that has died would still look
/// fast.
struct ByteRate {
  private static let window = Duration.seconds(5)
  /// Over less time a single packet would make it enormous.
  private static let least = Duration.milliseconds(500)

  /// The oldest first.
  private var samples: [(time: Duration, bytes: Int64)] = []

  /// So many bytes had come by that time, in all.
  mutating func add(_ bytes: Int64, at time: Duration) {
    samples.append((time, bytes))
    // The one before the window is where the window begins.
    while samples.count > 1, time - samples[1].time >= Self.window { samples.removeFirst() }
  }

  /// In bytes a second; nil while too little is known.
  var bytesPerSecond: Double? {
    guard let first = samples.first, let last = samples.last, last.time - first.time >= Self.least else {
      return nil
    }
    return Double(last.bytes - first.bytes) / ((last.time - first.time) / .seconds(1))
  }
}
