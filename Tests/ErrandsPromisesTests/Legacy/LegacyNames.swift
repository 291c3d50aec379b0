import Dispatch
import ErrandsPromises
import ErrandsTesting
import Testing

/// What the tests call deprecated names by: a requirement is not deprecated, and so its callers are not warned.
protocol LegacyNames {
  func wraps() -> [Promise<Int>]
  func wrapVoid(_ error: Broken?) -> Promise<Void>
  func always(_ promise: Promise<Int>, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)
    -> Promise<Int>
  func many(_ promise: Promise<[Int]>) -> (odd: Promise<[Int]>, first: Promise<Int>, last: Promise<Int>)
  func sorted(_ promise: Promise<[Int]>) -> Promise<[Int]>
  @MainActor func onMainActor(_ promise: Promise<[Int]>, _ body: @escaping @MainActor (Int) -> Void)
    -> Promise<[Int]>
}

struct CalledByOldNames: LegacyNames {
  @available(*, deprecated)
  func wraps() -> [Promise<Int>] {
    func optional(_ completion: @Sendable (Int?, (any Error)?) -> Void) { completion(1, nil) }
    func sure(_ completion: @Sendable (Int, (any Error)?) -> Void) { completion(2, nil) }
    func errorFirst(_ completion: @Sendable ((any Error)?, Int?) -> Void) { completion(nil, 3) }
    func valueOnly(_ completion: @Sendable (Int) -> Void) { completion(4) }
    func both(_ completion: @Sendable (Int?, (any Error)?) -> Void) { completion(5, Broken()) }
    func neither(_ completion: @Sendable (Int?, (any Error)?) -> Void) { completion(nil, nil) }
    return [wrap(optional), wrap(sure), wrap(errorFirst), wrap(valueOnly), wrap(both), wrap(neither)]
  }

  @available(*, deprecated)
  func wrapVoid(_ error: Broken?) -> Promise<Void> {
    func errorOnly(_ completion: @Sendable ((any Error)?) -> Void) { completion(error) }
    return wrap(errorOnly)
  }

  @available(*, deprecated)
  func always(
    _ promise: Promise<Int>,
    on queue: DispatchQueue,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Int> {
    promise.always(on: queue, execute: body)
  }

  @available(*, deprecated)
  func many(_ promise: Promise<[Int]>) -> (odd: Promise<[Int]>, first: Promise<Int>, last: Promise<Int>) {
    (promise.filter(on: nil) { $0 % 2 == 1 }, promise.first, promise.last)
  }

  @available(*, deprecated)
  func sorted(_ promise: Promise<[Int]>) -> Promise<[Int]> { promise.sorted(on: nil) }

  @available(*, deprecated)
  @MainActor
  func onMainActor(
    _ promise: Promise<[Int]>,
    _ body: @escaping @MainActor (Int) -> Void
  ) -> Promise<[Int]> {
    promise.filter { number in
      body(number)
      return true
    }.always { body(0) }
  }
}

#if PMKFullDeprecations
  protocol FullLegacyNames {
    func compacted(_ promise: Promise<String>) -> Promise<Int>
    func many(_ promise: Promise<[Int]>) -> (Promise<[String]>, Promise<[Int]>)
  }

  extension CalledByOldNames: FullLegacyNames {
    @available(*, deprecated)
    func compacted(_ promise: Promise<String>) -> Promise<Int> { promise.flatMap(on: nil) { Int($0) } }

    @available(*, deprecated)
    func many(_ promise: Promise<[Int]>) -> (Promise<[String]>, Promise<[Int]>) {
      (promise.map(on: nil) { (number: Int) in "\(number)" }, promise.flatMap(on: nil) { [$0, $0] })
    }
  }
#endif
