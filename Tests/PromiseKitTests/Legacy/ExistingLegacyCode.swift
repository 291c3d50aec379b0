import Foundation
import PromiseKit
import Testing

/// What older versions of PromiseKit offered.
@Suite("Older styles, in existing code", .timeLimit(.minutes(1)))
struct ExistingLegacyCode {
  private class Loader {
    var calls = 0

    func load(_ completion: @escaping (Cover?, Error?) -> Void) {
      calls += 1
      DispatchQueue.global().async { completion(Cover(title: "loaded"), nil) }
    }

    func promise() -> Promise<Cover> {
      Promise { fulfill, reject in
        self.load { cover, error in
          if let cover {
            fulfill(cover)
          } else if let error {
            reject(error)
          } else {
            reject(PMKError.invalidCallingConvention)
          }
        }
      }
    }

    func resolved() -> Promise<Cover> {
      Promise { seal in load(seal.resolve) }
    }

    func title(of cover: Promise<Cover>) -> Promise<String> {
      cover.map(\.title)
    }
  }

  @Test("Fulfill and reject, around a class that is not Sendable")
  func twoClosures() async throws {
    #expect(try await loaded { $0.promise() }.async() == "loaded")
    let broken = Promise<Int> { _, reject in reject(Refused()) }
    await #expect(throws: Refused.self) { try await broken.async() }
    let kept = Promise<Void> { (fulfill: @escaping (()) -> Void, _: @escaping (Error) -> Void) in
      fulfill(())
      throw Refused()
    }
    try await kept.async()
  }

  @Test("A body with one parameter is given a resolver")
  func oneParameter() async throws {
    #expect(try await loaded { $0.resolved() }.async() == "loaded")
    #expect(try await Promise { (seal: Resolver<Int>) in seal.fulfill(1) }.async() == 1)
  }

  @Test("Wrapped completion handlers, and the old names")
  func deprecated() async throws {
    let old: OldNames = OldNamesOfExistingCode()
    var always = 0
    #expect(try await loaded { loader in old.wrapped { loader.load($0) } }.async() == "loaded")
    #expect(try await old.long(.value(["a", "bbb"])) { always += 1 }.async() == ["bbb"])
    #expect(always == 1)
    let (first, last) = old.ends(.value([3, 1, 2]))
    #expect(try await when(fulfilled: first, last).async() == (1, 3))
  }

  private func loaded(_ load: (Loader) -> Promise<Cover>) -> Promise<String> {
    let loader = Loader()
    return loader.title(of: load(loader))
  }
}

/// A requirement is not deprecated, and so its callers are not warned.
private protocol OldNames {
  func wrapped(_ load: @escaping (@escaping (Cover?, Error?) -> Void) -> Void) -> Promise<Cover>
  func long(_ names: Promise<[String]>, _ always: @escaping () -> Void) -> Promise<[String]>
  func ends(_ numbers: Promise<[Int]>) -> (Promise<Int>, Promise<Int>)
}

private struct OldNamesOfExistingCode: OldNames {
  @available(*, deprecated)
  func wrapped(_ load: @escaping (@escaping (Cover?, Error?) -> Void) -> Void) -> Promise<Cover> {
    wrap(load)
  }

  @available(*, deprecated)
  func long(_ names: Promise<[String]>, _ always: @escaping () -> Void) -> Promise<[String]> {
    names.filter { $0.count > 2 }.always { always() }
  }

  @available(*, deprecated)
  func ends(_ numbers: Promise<[Int]>) -> (Promise<Int>, Promise<Int>) {
    (numbers.sorted().first, numbers.sorted().last)
  }
}
