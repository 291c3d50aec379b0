extension LiveObjects {
  /// An object whose only purpose is to be held by the code under test, and to be missed when it is freed.
  public final class Object: Sendable {
    /// The name it is counted under.
    public let name: String
    private let register: LiveObjects

    init(_ name: String, in register: LiveObjects) {
      self.name = name
      self.register = register
      register.counts.update { $0[name, default: 0] += 1 }
    }

    deinit {
      register.counts.update { [name] counts in
        let left = counts[name, default: 0] - 1
        counts[name] = left > 0 ? left : nil
      }
    }
  }
}
