import GalleryJobs

/// What is known of one file on a ``FetchBoard``, as a value.
struct FetchBoardRow {
  enum Phase {
    case waiting
    case trying(Int)
    case receiving
    case ended(FetchResult)
  }

  /// What it adds to the whole.
  struct Share {
    /// Bytes that this run has received.
    var received: Int64 = 0
    /// From 0 to 1.
    var fraction = 0.0
    var ended = 0

    mutating func replace(_ old: Share, with new: Share) {
      received += new.received - old.received
      fraction += new.fraction - old.fraction
      ended += new.ended - old.ended
    }
  }

  let label: String
  private(set) var phase = Phase.waiting
  private(set) var progress: FetchProgress?
  /// When its first bytes came, and how many were there before.
  private var beginning: (time: Duration, bytes: Int64)?
  private var rate = ByteRate()

  /// - Parameter address: Its file's name is the label, or else the address.
  init(_ address: String) {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let name = path.split(separator: "/").last.map(String.init) ?? address
    label = (name.removingPercentEncoding ?? name).plain
  }

  var isUnderWay: Bool {
    switch phase {
    case .waiting, .ended: false
    case .trying, .receiving: true
    }
  }

  var share: Share {
    if case .ended(let result) = phase {
      let held = result.status == .fetched ? result.bytes : progress?.completed
      let before = beginning?.bytes ?? result.resumedFrom ?? 0
      return Share(received: max((held ?? before) - before, 0), fraction: 1, ended: 1)
    }
    let received = (progress?.completed ?? 0) - (beginning?.bytes ?? 0)
    return Share(received: received, fraction: progress?.fraction ?? 0)
  }

  mutating func take(_ event: FetchEvent, at now: Duration) {
    switch event {
    case .trying(_, let number): phase = .trying(number)
    case .progress(let progress):
      phase = .receiving
      self.progress = progress
      if beginning == nil { beginning = (now, progress.resumedFrom) }
      rate.add(progress.completed, at: now)
    case .file(let result): phase = .ended(result)
    case .done: break
    }
  }

  mutating func text(on bar: ProgressBar, at now: Duration) -> String {
    func text(_ progress: JobProgress, since beginning: Duration = .zero, speed: Double? = nil) -> String {
      bar.text(progress, after: now - beginning, speed: speed)
    }
    switch phase {
    case .waiting: return text(JobProgress(note: "waiting"))
    case .trying(let number):
      let note = number == 1 ? "connecting" : "try \(number)"
      return text(JobProgress(bytes: progress?.completed, fraction: progress?.fraction, note: note))
    case .receiving:
      guard let progress, let beginning else { return text(JobProgress()) }
      // Silence counts, too: a connection that has died is not as fast as its last bytes were.
      rate.add(progress.completed, at: now)
      var shown = JobProgress(bytes: progress.completed, fraction: progress.fraction)
      shown.beginning = progress.total.map { $0 == 0 ? 0 : Double(beginning.bytes) / Double($0) } ?? 0
      shown.note = progress.resumedFrom > 0 ? "from \(progress.resumedFrom.size)" : nil
      return text(shown, since: beginning.time, speed: rate.bytesPerSecond)
    case .ended(let result):
      let isThere = result.status == .fetched || result.status == .unchanged
      return text(
        JobProgress(bytes: result.bytes, fraction: isThere ? 1 : nil, note: result.status.rawValue)
      )
    }
  }
}

extension FetchProgress {
  /// From 0 to 1; nil where the length is not known.
  fileprivate var fraction: Double? { total.map { $0 == 0 ? 1 : Double(completed) / Double($0) } }
}
