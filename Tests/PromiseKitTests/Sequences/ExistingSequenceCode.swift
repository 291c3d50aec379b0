import Foundation
import PromiseKit
import Testing

/// Promises of many values, as code that was written for PromiseKit uses them: in functions that are not
/// asynchronous themselves.
@Suite("Many values, in existing code", .timeLimit(.minutes(1)))
struct ExistingSequenceCode {
  private let shelf = Shelf()

  @Test("Objects that are not Sendable go through, and a key path is a handler")
  func objects() async throws {
    #expect(try await shelf.titles(in: shelf.covers()).async() == ["b", "c", "a"])
    #expect(try await shelf.titles(in: shelf.covers(without: "c")).async() == ["b", "a"])
    let (first, last, found) = shelf.some(of: shelf.covers(), "c")
    #expect(try await when(fulfilled: first, last, found).async() == ("b", "a", "c"))
    let (numbers, doubled) = shelf.numbers(of: shelf.covers())
    #expect(try await numbers.async() == [11, 10])
    #expect(try await doubled.async() == ["b", "b", "c", "c", "a", "a"])
    #expect(try await shelf.titles(in: shelf.covers()).sortedValues().async() == ["a", "b", "c"])
  }

  @Test("Guarantees of objects that are not Sendable stay guarantees")
  func guarantees() async {
    let titles = shelf.guarantees(of: .value([Cover(title: "a"), Cover(title: "b")]))
    // Without `try`: what a handler that throws nothing gives is no promise, whoever asks.
    #expect(
      await when(guarantees: titles).async() == [
        ["a", "b"], ["a"], ["a", "b"], ["a", "x", "b", "x"], ["b", "a"],
      ]
    )
  }

  @Test("A load for each of many, with a variable that the handlers change")
  func thenMap() async throws {
    let log = Cover(title: "")
    let (lengths, joined) = shelf.load(shelf.covers(), log)
    #expect(try await lengths.async() == [1, 1, 1])
    #expect(log.title == "bca")
    #expect(try await joined.async() == ["b", "-", "c", "-", "a", "-"])
  }

  @Test("Generic helpers of an application")
  func generic() async throws {
    #expect(try await shelf.loadAll([1, 2]) { .value("\($0)") }.async() == ["1", "2"])
    #expect(await shelf.names(.value([1])) { "\($0)" }.async() == ["1"])
  }
}

private class Shelf {
  func covers() -> Promise<[Cover]> {
    .value(["b", "c", "a"].map { Cover(title: $0) })
  }

  func covers(without title: String) -> Promise<[Cover]> {
    covers().filterValues { $0.title != title }
  }

  func titles(in covers: Promise<[Cover]>) -> Promise<[String]> {
    covers.mapValues(\.title)
  }

  func some(of covers: Promise<[Cover]>, _ title: String) -> (
    Promise<String>, Promise<String>, Promise<String>
  ) {
    (
      covers.firstValue.map(\.title), covers.lastValue.map { $0.title },
      covers.firstValue { $0.title == title }.map(\.title)
    )
  }

  func numbers(of covers: Promise<[Cover]>) -> (Promise<[Int]>, Promise<[String]>) {
    (
      covers.compactMapValues { Int($0.title, radix: 12) },
      covers.flatMapValues { [$0.title, $0.title] }
    )
  }

  func guarantees(of covers: Guarantee<[Cover]>) -> [Guarantee<[String]>] {
    let all = covers.mapValues { $0.title }
    let some = covers.filterValues { $0.title < "b" }.mapValues { $0.title }
    let one = covers.thenMap { Guarantee.value($0.title) }
    let joined = covers.thenFlatMap { Guarantee.value([$0.title, "x"]) }
    let descending = covers.sortedValues { $0.title > $1.title }.compactMapValues { $0.title }
    return [all, some, one, joined, descending]
  }

  func load(_ covers: Promise<[Cover]>, _ log: Cover) -> (Promise<[Int]>, Promise<[String]>) {
    var loaded = ""
    let lengths = covers.thenMap { cover -> Promise<Int> in
      loaded += cover.title
      return after(seconds: 0).map { cover.title.count }.then { Promise.value($0) }
    }.get { _ in
      log.title = loaded
    }
    let joined = covers.thenFlatMap { Promise.value([$0.title, "-"]) }
    return (lengths, joined)
  }

  func loadAll<Item, Value>(_ items: [Item], _ load: @escaping (Item) -> Promise<Value>) -> Promise<[Value]> {
    Promise.value(items).thenMap(load)
  }

  func names<Item>(_ items: Guarantee<[Item]>, _ name: @escaping (Item) -> String) -> Guarantee<[String]> {
    items.mapValues(name)
  }
}
