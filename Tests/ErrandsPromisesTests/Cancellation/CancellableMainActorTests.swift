import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Cancellable chains of a view model in Swift 6 mode", .timeLimit(.minutes(1)))
@MainActor
final class CancellableMainActorTests {
  private var steps: [String] = []
  private let ended = Events<String>()

  private func note(_ step: String) {
    MainActor.assertIsolated()
    steps.append(step)
  }

  @Test("Handlers without on: are main-actor code, of values")
  func values() async throws {
    Promise.value(1).cancellize()
      .then { value -> CancellablePromise<Int> in
        self.note("then")
        return Promise.value(value + 1).cancellize()
      }
      .then { value -> Promise<Int> in
        self.note("plain then")
        return .value(value + 1)
      }
      .map { value in
        self.note("map")
        return value + 1
      }
      .compactMap { value -> Int? in
        self.note("compactMap")
        return value
      }
      .get { _ in self.note("get") }
      .tap { _ in self.note("tap") }
      .ensure { self.note("ensure") }
      .ensureThen {
        self.note("ensureThen")
        return CancellablePromise()
      }
      .done { self.note("\($0)") }
      .catch { self.note("\($0)") }
      .finally { self.ended.record("finally") }
    _ = try await ended.event(1)
    let expected = ["then", "plain then", "map", "compactMap", "get", "tap", "ensure", "ensureThen", "4"]
    #expect(steps == expected)
  }

  @Test("And of errors")
  func errors() async throws {
    CancellablePromise<Int>(error: Broken())
      .recover { error -> Promise<Int> in
        self.note("recover")
        throw error
      }
      .recover { error -> CancellablePromise<Int> in
        self.note("cancellable")
        throw error
      }
      .asVoid()
      .recover { error in
        self.note("void")
        throw error
      }
      .catch { _ in self.note("catch") }
      .finally { self.ended.record("finally") }
    _ = try await ended.event(1)
    #expect(steps == ["recover", "cancellable", "void", "catch"])
  }

  @Test("None is called behind a cancellation but the one for the ending")
  func cancelled() async throws {
    Promise.value(1).cancellize()
      .map { value in
        self.note("map")
        return value
      }
      .done { _ in self.note("done") }
      .catch { _ in self.note("catch") }
      .finally { self.ended.record("finally") }
      .cancel()
    _ = try await ended.event(1)
    #expect(steps == [])
  }
}
