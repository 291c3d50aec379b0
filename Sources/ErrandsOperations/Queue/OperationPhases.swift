import Errands

/// What a barrier parts: the operations before it, the barrier, the operations behind it. A value: each event answers
/// with the phases that begin.
///
/// The first phase is under way. One begins when nothing is left of those before it.
struct OperationPhases: Sendable {
  private struct Phase: Sendable {
    var count = 0
    /// Settled when the phase begins; nil for one that has begun from the start.
    var begun: Settlement<Void>?
  }

  private var phases = [Phase()]
  /// The number of the first of them.
  private var first = 0

  /// The last phase, for one more operation, and what it has to wait for.
  mutating func join() -> (number: Int, begun: Settlement<Void>?) {
    phases[phases.count - 1].count += 1
    return (first + phases.count - 1, phases[phases.count - 1].begun)
  }

  /// A phase of its own for a barrier. It begins now where nobody is before it.
  mutating func joinAlone() -> (number: Int, begun: Settlement<Void>, beginning: [Settlement<Void>]) {
    let begun = Settlement<Void>()
    phases.append(Phase(count: 1, begun: begun))
    let number = first + phases.count - 1
    phases.append(Phase(begun: Settlement()))
    return (number, begun, proceed())
  }

  mutating func leave(_ number: Int) -> [Settlement<Void>] {
    phases[number - first].count -= 1
    return proceed()
  }

  private mutating func proceed() -> [Settlement<Void>] {
    guard phases.count > 1, phases[0].count == 0 else { return [] }
    var beginning: [Settlement<Void>] = []
    let ended = phases.prefix { $0.count == 0 }.count
    let begun = min(ended, phases.count - 1)
    for phase in phases[1...begun] {
      if let begun = phase.begun { beginning.append(begun) }
    }
    phases.removeFirst(begun)
    phases[0].begun = nil
    first += begun
    return beginning
  }
}
