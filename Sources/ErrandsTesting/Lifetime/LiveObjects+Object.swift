extension LiveObjects {
  /// An object whose only purpose is to be held by the code under test, and to be missed when it is freed.
  public final class Object: Sendable {
    /// The name it is counted under.
    public let name: String
    private let register: LiveObjects

    init(_ name: String, in register: LiveObjects) {
      self.name = name
      self.register = register
      register.counts.update { $0.countIn(name) }
    }

    deinit {
      register.counts.update { [name] in $0.countOut(name) }
    }
  }
}

/// How many objects bear each name.
extension [String: Int] {
  mutating func countIn(_ name: String) { self[name, default: 0] += 1 }

  mutating func countOut(_ name: String) {
    let left = self[name, default: 0] - 1
    self[name] = left > 0 ? left : nil
  }

  /// The names with their numbers, in order.
  var listed: [String] { sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" } }
}
