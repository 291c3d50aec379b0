import Dispatch

/// Older code that loads charts and calls back, in every shape that there is.
enum Legacy {
  struct Refusal: Error, Equatable {}

  static func loadResult(_ completion: @escaping @Sendable (Result<Chart, any Error>) -> Void) {
    later { completion(.success(Chart())) }
  }

  static func loadTyped(_ completion: @escaping @Sendable (Result<Chart, Refusal>) -> Void) {
    later { completion(.failure(Refusal())) }
  }

  static func loadPair(_ completion: @escaping @Sendable (Chart?, (any Error)?) -> Void) {
    later { completion(Chart(), nil) }
  }

  static func save(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
    later { completion(nil) }
  }

  static func count(_ completion: @escaping @Sendable (Int) -> Void) {
    later { completion(7) }
  }

  private static func later(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: body)
  }
}
