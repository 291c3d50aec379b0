import ErrandsLoading
import GalleryConnections
import Testing

@testable import GalleryServer

@Suite("The shelf of batches")
struct BatchShelfTests {
  private let start = ContinuousClock.now

  private func shelf(
    running: Int = 9,
    runningOfOne: Int = 9,
    ended: Int = 9,
    weight: Int = 900,
    age: Duration = .seconds(60)
  ) -> BatchShelf<Int> {
    BatchShelf(
      limits: .init(
        running: running,
        runningOfOne: runningOfOne,
        ended: ended,
        weight: weight,
        age: age
      )
    )
  }

  @Test("Has those that run, and as many as are allowed")
  func running() {
    var shelf = shelf(running: 2)
    #expect(shelf.admit(1, as: "a", of: nil) == .admitted)
    #expect(shelf.admit(2, as: "b", of: nil) == .admitted)
    #expect(shelf.admit(3, as: "c", of: nil) == .full)
    #expect(shelf["a"] == 1)
    #expect(shelf["c"] == nil)
    shelf.end("a", weight: 1, at: start)
    #expect(shelf["a"] == 1)
    #expect(shelf.admit(3, as: "c", of: nil) == .admitted)
  }

  @Test("Keeps the latest that have ended, and hands over the others")
  func count() {
    var shelf = shelf(ended: 2)
    for number in 1...4 {
      _ = shelf.admit(number, as: "\(number)", of: nil)
      shelf.end("\(number)", weight: 1, at: start)
    }
    #expect(shelf.sweep(at: start) == [1, 2])
    #expect((1...4).map { shelf["\($0)"] } == [nil, nil, 3, 4])
    #expect(shelf.sweep(at: start).isEmpty)
  }

  @Test("Keeps no more than a certain weight, but the latest in any case")
  func weight() {
    var shelf = shelf(weight: 10)
    for (number, weight) in [(1, 4), (2, 4), (3, 4)] {
      _ = shelf.admit(number, as: "\(number)", of: nil)
      shelf.end("\(number)", weight: weight, at: start)
    }
    #expect(shelf.sweep(at: start) == [1])
    _ = shelf.admit(4, as: "4", of: nil)
    shelf.end("4", weight: 11, at: start)
    #expect(shelf.sweep(at: start) == [2, 3])
    #expect(shelf["4"] == 4)
  }

  @Test("Forgets those that ended long ago")
  func age() {
    var shelf = shelf()
    for number in 1...2 {
      _ = shelf.admit(number, as: "\(number)", of: nil)
      shelf.end("\(number)", weight: 1, at: start + .seconds(number))
    }
    #expect(shelf.sweep(at: start + .seconds(61)).isEmpty)
    #expect(shelf.sweep(at: start + .seconds(62)) == [1])
    #expect(shelf.sweep(at: start + .seconds(1000)) == [2])
  }

  @Test("One that runs is never swept, however long it takes")
  func runsLong() {
    var shelf = shelf(ended: 0, weight: 0)
    _ = shelf.admit(1, as: "a", of: nil)
    #expect(shelf.sweep(at: start + .seconds(100_000)).isEmpty)
    #expect(shelf["a"] == 1)
  }

  @Test("Once closed, it admits nobody, and gives those that run")
  func closed() {
    var shelf = shelf(running: 2)
    for number in 1...2 { _ = shelf.admit(number, as: "\(number)", of: nil) }
    shelf.end("1", weight: 1, at: start)
    #expect(shelf.close() == [2])
    #expect(shelf.admit(3, as: "3", of: nil) == .closed)
    #expect(shelf["1"] == 1)
  }

  @Test("One that it does not know can end without harm")
  func unknown() {
    var shelf = shelf()
    shelf.end("a", weight: 1, at: start)
    #expect(shelf["a"] == nil)
  }

  /// Eight batches of one client took every place for hours.
  @Test("A client has its share, which those of others do not count for")
  func share() throws {
    let (one, other) = try (client("10.0.0.1"), client("10.0.0.2"))
    var shelf = shelf(running: 3, runningOfOne: 2)
    #expect(shelf.admit(1, as: "a", of: one) == .admitted)
    #expect(shelf.admit(2, as: "b", of: one) == .admitted)
    #expect(shelf.admit(3, as: "c", of: one) == .shareFull)
    #expect(shelf.admit(4, as: "d", of: other) == .admitted)
    #expect(shelf.admit(5, as: "e", of: other) == .full)
    shelf.end("a", weight: 1, at: start)
    #expect(shelf.admit(6, as: "f", of: one) == .admitted)
    #expect(shelf.all.sorted() == [1, 2, 4, 6])
  }

  private func client(_ address: String) throws -> ClientAddress {
    ClientAddress(try #require(IPAddress(address)))
  }
}
