import ErrandsUpstream

extension Script {
  /// The content that a client gets, up to where the answer breaks off.
  var sent: [UInt8] { Self.sent(steps).bytes }

  /// The same as text.
  var sentText: String { String(decoding: sent, as: UTF8.self) }

  /// Whether it breaks off, by whatever step.
  var breaksOff: Bool { Self.sent(steps).isBroken }

  private static func sent(_ steps: [Step]) -> (bytes: [UInt8], isBroken: Bool) {
    var bytes: [UInt8] = []
    for step in steps {
      switch step {
      case .bytes(let some): bytes += some
      case .text(let text): bytes += Array(text.utf8)
      case .repeating(let pattern, let count): for _ in 0..<count { bytes += pattern }
      case .blocks(let range, let inner):
        let part = sent(inner(range))
        bytes += part.bytes
        if part.isBroken { return (bytes, true) }
      case .wait, .delay: break
      case .reset, .close, .stall: return (bytes, true)
      }
    }
    return (bytes, false)
  }
}
