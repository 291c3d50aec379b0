import ErrandsBolts
import ErrandsTesting

/// Words in the order in which they were said, from any thread.
typealias Steps = Events<String>

extension Executor {
  /// Says when it is used, and calls what it is given at once.
  static func noted(in steps: Steps, _ word: String = "executor") -> Executor {
    .closure { body in
      steps.record(word)
      body()
    }
  }
}
