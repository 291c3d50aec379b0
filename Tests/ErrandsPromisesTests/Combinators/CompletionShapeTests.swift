import ErrandsPromises
import Testing

/// Functions with completion handlers of every shape take `seal.resolve` as it is: which of them is meant follows
/// from the handler's type.
@Suite("Completion handlers of every shape (42)")
struct CompletionShapeTests {
  private typealias Failure = any Error

  private func valueFirst(_ value: Int?, _ error: Failure?, _ completion: (Int?, Failure?) -> Void) {
    completion(value, error)
  }

  private func errorFirst(_ error: Failure?, _ value: Int?, _ completion: (Failure?, Int?) -> Void) {
    completion(error, value)
  }

  private func always(_ value: Int, _ error: Failure?, _ completion: (Int, Failure?) -> Void) {
    completion(value, error)
  }

  private func result(_ result: Swift.Result<Int, Broken>, _ completion: (Swift.Result<Int, Broken>) -> Void)
  {
    completion(result)
  }

  private func errorOnly(_ error: Failure?, _ completion: (Failure?) -> Void) { completion(error) }

  @Test("A value is the value")
  func values() {
    #expect(Promise { valueFirst(1, nil, $0.resolve) }.value == 1)
    #expect(Promise { errorFirst(nil, 2, $0.resolve) }.value == 2)
    #expect(Promise { always(3, nil, $0.resolve) }.value == 3)
    #expect(Promise { result(.success(4), $0.resolve) }.value == 4)
    #expect(Promise { errorOnly(nil, $0.resolve) }.isFulfilled)
  }

  @Test("An error is the error, and counts where there is a value as well (22)")
  func errors() {
    let broken = Broken(number: 3)
    #expect(Promise<Int> { valueFirst(nil, broken, $0.resolve) }.error as? Broken == broken)
    #expect(Promise<Int> { valueFirst(1, broken, $0.resolve) }.error as? Broken == broken)
    #expect(Promise<Int> { errorFirst(broken, 1, $0.resolve) }.error as? Broken == broken)
    #expect(Promise<Int> { always(1, broken, $0.resolve) }.error as? Broken == broken)
    #expect(Promise<Int> { result(.failure(broken), $0.resolve) }.error as? Broken == broken)
    #expect(Promise<Void> { errorOnly(broken, $0.resolve) }.error as? Broken == broken)
  }

  @Test("Neither of them breaks the promise all the same (22)")
  func neither() {
    let promises = [
      Promise<Int> { valueFirst(nil, nil, $0.resolve) }, Promise<Int> { errorFirst(nil, nil, $0.resolve) },
    ]
    for promise in promises {
      guard case PMKError.invalidCallingConvention? = promise.error else {
        Issue.record("\(promise)")
        continue
      }
    }
  }

  @Test("A compactMap that makes nil breaks the promise with the value and the type (23)")
  func compactMap() {
    let promise = Promise.value("x").compactMap(on: nil) { Int($0) }
    guard case PMKError.compactMap(let value, let type)? = promise.error else {
      Issue.record("\(promise)")
      return
    }
    #expect(value as? String == "x")
    #expect("\(type)" == "Int")
  }
}
