import Errands
import ErrandsTesting
import GalleryJobs

/// A database in memory, which tells what it does, and can be held up in the middle of it.
final class ShelfDatabase: ModelDatabase {
  enum Event: Sendable, Equatable { case begun(String), committed(String), cancelled(String) }

  /// Why it cannot keep anything.
  struct Gone: Error, CustomStringConvertible {
    let description = "The shelf is gone."
  }

  let events = Events<Event>()
  private let numbers = Lock<[String: Int64]>([:])
  private let gate: Gate?
  private let isGone: Bool
  private let probe: LiveObjects.Object?

  /// - Parameter gate: What a commit waits for.
  init(gate: Gate? = nil, isGone: Bool = false, probe: LiveObjects.Object? = nil) {
    self.gate = gate
    self.isGone = isGone
    self.probe = probe
  }

  var count: Int { numbers.withLock { $0.count } }

  func store<Model: StorableModel>(_ model: Model, from address: String) -> Errand<StoredModel<Model>> {
    Errand("store") { [self] in
      let name = String(address.split(separator: "/").last ?? "")
      events.record(.begun(name))
      do {
        try await gate?.wait()
        try Task.checkCancellation()
      } catch {
        events.record(.cancelled(name))
        throw error
      }
      if isGone { throw Gone() }
      defer { events.record(.committed(name)) }
      return StoredModel(id: number(for: address), model: model)
    }
  }

  private func number(for address: String) -> Int64 {
    numbers.withLock { numbers in
      let number = numbers[address] ?? Int64(numbers.count + 1)
      numbers[address] = number
      return number
    }
  }
}
