extension Script {
  /// How many bytes of content its steps send, those behind an end included.
  public var contentLength: Int {
    steps.reduce(0) { $0 + $1.length }
  }

  /// The steps up to this many bytes of content; a step is cut where it sends more. What sends nothing is in it where
  /// it comes before the last of these bytes.
  public func contentPrefix(_ count: Int) -> [Step] {
    var room = max(0, count)
    var prefix: [Step] = []
    for step in steps where room > 0 {
      let part = step.prefix(room)
      room -= part.length
      prefix.append(part)
    }
    return prefix
  }
}

extension Script.Step {
  /// How many bytes of content the step contributes.
  var length: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .text(let text): text.utf8.count
    case .repeating(let bytes, let count): bytes.count * max(0, count)
    case .blocks(let range, _): range.count
    case .wait, .delay, .reset, .close, .stall: 0
    }
  }

  /// The same step with no more than so many bytes, of which there is at least one.
  fileprivate func prefix(_ count: Int) -> Script.Step {
    guard length > count else { return self }
    switch self {
    case .bytes(let bytes): return .bytes(Array(bytes.prefix(count)))
    case .text(let text): return .bytes(Array(text.utf8.prefix(count)))
    case .repeating(let bytes, _):
      return .blocks(0..<count) { part in [.bytes(part.map { bytes[$0 % bytes.count] })] }
    case .blocks(let range, let steps):
      return .blocks(range.lowerBound..<range.lowerBound + count, steps)
    case .wait, .delay, .reset, .close, .stall: return self
    }
  }
}
