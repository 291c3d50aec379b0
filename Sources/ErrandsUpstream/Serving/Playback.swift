import Errands
import NIOCore

/// Plays a script on a connection, in the time of a clock.
///
/// Each write waits until the socket has taken it: that is the back-pressure, and it bounds what an answer of
/// any length holds in memory to a block, or to the bytes or the text of a step.
struct Playback<C: Clock<Duration>> {
  /// Large enough that the way to the event loop and back does not count, small enough to be kept for every
  /// connection.
  private static var block: Int { 64 * 1024 }

  private let script: Script
  private let plan: ResponsePlan
  private let shaping: Shaping
  private let clock: C
  private let write: @Sendable (ByteBuffer) async throws -> Void
  private var pending: ByteBuffer
  private var written = 0
  private var began: C.Instant

  init(
    _ script: Script,
    plan: ResponsePlan,
    shaping: Shaping,
    clock: C,
    write: @escaping @Sendable (ByteBuffer) async throws -> Void
  ) {
    self.script = script
    self.plan = plan
    self.shaping = shaping
    self.clock = clock
    self.write = write
    pending = plan.head
    began = clock.now
  }

  /// Everything up to the last bytes, which the connection writes itself so that it knows the answer to be
  /// complete before it can learn that the client has left.
  mutating func play() async -> Ending {
    do {
      let fate = try await performSteps()
      try await pace()
      return Ending(fate: fate, status: plan.status, last: pending, written: written)
    } catch {
      return Ending(fate: .broken, status: written > 0 ? plan.status : nil, written: written)
    }
  }

  private mutating func performSteps() async throws -> Ending.Fate {
    if shaping.latency > .zero { try await clock.sleep(for: shaping.latency) }
    began = clock.now
    if let fate = try await perform(script.steps) { return fate }
    if plan.isChunked && plan.sendsContent { pending.writeString("0\r\n\r\n") }
    return plan.keepsConnection ? .keepConnection : .close
  }

  /// - Returns: What becomes of the connection, where a step ends the answer.
  private mutating func perform(_ steps: [Script.Step]) async throws -> Ending.Fate? {
    for step in steps {
      switch step {
      case .bytes(let bytes):
        try await add(ByteBuffer(bytes: bytes))
      case .text(let text):
        try await add(ByteBuffer(string: text))
      case .repeating(let bytes, let count):
        try await add(bytes, times: count)
      case .blocks(let range, let steps):
        if let fate = try await perform(range, steps) { return fate }
      case .wait(let hold):
        try await flush()
        try await pause(hold)
      case .delay(let duration):
        try await flush()
        try await pause { [clock] in try await clock.sleep(for: duration) }
      case .reset:
        try await flush()
        return .reset
      case .close:
        return .close
      case .stall:
        try await flush()
        try await Settlement<Void>().value()
      }
    }
    return nil
  }

  private mutating func perform(
    _ range: Range<Int>,
    _ steps: @Sendable (Range<Int>) -> [Script.Step]
  ) async throws -> Ending.Fate? {
    guard plan.sendsContent else { return nil }
    var start = range.lowerBound
    while start < range.upperBound {
      let end = start + min(Self.block, range.upperBound - start)
      if let fate = try await perform(steps(start..<end)) { return fate }
      start = end
    }
    return nil
  }

  private mutating func add(_ pattern: [UInt8], times: Int) async throws {
    guard !pattern.isEmpty, times > 0, plan.sendsContent else { return }
    let timesPerBlock = max(1, min(times, Self.block / pattern.count))
    var block = ByteBuffer()
    block.reserveCapacity(timesPerBlock * pattern.count)
    for _ in 0..<timesPerBlock { block.writeBytes(pattern) }
    var left = times
    while left > 0 {
      let now = min(left, timesPerBlock)
      left -= now
      var part = block
      part.moveWriterIndex(to: part.readerIndex + now * pattern.count)
      try await add(part)
    }
  }

  private mutating func add(_ content: ByteBuffer) async throws {
    guard plan.sendsContent, content.readableBytes > 0 else { return }
    if plan.isChunked {
      pending.writeString(String(content.readableBytes, radix: 16) + "\r\n")
    }
    pending.writeImmutableBuffer(content)
    if plan.isChunked { pending.writeString("\r\n") }
    if pending.readableBytes >= Self.block { try await flush() }
  }

  private mutating func flush() async throws {
    try await pace()
    guard pending.readableBytes > 0 else { return }
    try await send(pending)
    pending = ByteBuffer()
  }

  /// Sends what is pending except for its last piece, and waits until that one is due: a piece goes out when
  /// the bandwidth would have carried all of it.
  private mutating func pace() async throws {
    guard let bandwidth = shaping.bandwidth else { return }
    let piece = max(1, min(Self.block, bandwidth / 20))
    while pending.readableBytes > 0 {
      let length = min(piece, pending.readableBytes)
      let due = Duration.seconds(Double(written + length) / Double(bandwidth))
      try await clock.sleep(until: began.advanced(by: due), tolerance: nil)
      guard length < pending.readableBytes, let slice = pending.readSlice(length: length) else { return }
      try await send(slice)
    }
  }

  /// A line that carried nothing for a while carries no more than before after that: otherwise a lost packet costs nothing.
  private mutating func pause(_ rest: () async throws -> Void) async throws {
    let start = clock.now
    try await rest()
    began = began.advanced(by: start.duration(to: clock.now))
  }

  private mutating func send(_ bytes: ByteBuffer) async throws {
    written += bytes.readableBytes
    let start = clock.now
    try await write(bytes)
    guard let bandwidth = shaping.bandwidth else { return }
    // Nor does it after a client that took longer than the line.
    let usual = Duration.seconds(Double(bytes.readableBytes) / Double(bandwidth))
    let surplus = start.duration(to: clock.now) - usual
    if surplus > .zero { began = began.advanced(by: surplus) }
  }
}
