import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Leave to store an answer")
struct StoragePermitsTests {
  private var permits = StoragePermits()
  private let here = CacheAddress(URL(filePath: "/here"))
  private let there = CacheAddress(URL(filePath: "/there"))

  @Test("holds until what it is for is removed, or it is given back")
  mutating func granted() {
    let (one, other) = (permits.grant(here, key: "a"), permits.grant(there, key: "b"))
    permits.finish(permits.begin(.address(here)))
    #expect(!permits.isValid(one) && permits.isValid(other))
    permits.end(other)
    #expect(!permits.isValid(other))
    let again = permits.grant(here, key: "a")
    #expect(permits.isValid(again), "what begins behind it is new")
  }

  // It was read from the folder, where it still was, and kept in memory for as long as it was fresh.
  @Test("is not given for what is just being removed, by however many")
  mutating func meanwhile() {
    let first = permits.begin(.address(here))
    let second = permits.begin(.all)
    permits.finish(second)
    let (one, other) = (permits.grant(here, key: "a"), permits.grant(there, key: "b"))
    #expect(!permits.isValid(one) && permits.isValid(other))
    permits.finish(first)
    #expect(!permits.isValid(one), "nor does it become so")
    let late = permits.grant(here, key: "a")
    #expect(permits.isValid(late))
  }
}
