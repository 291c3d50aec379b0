import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Leave to store an answer")
struct StoragePermitsTests {
  private var permits = StoragePermits()
  private let here = CacheAddress(URL(filePath: "/here"))

  @Test("holds until what it is for is removed, or it is given back")
  mutating func granted() {
    let (one, other) = (permits.grant(answer("/here", key: "a")), permits.grant(answer("/there", key: "b")))
    permits.finish(permits.begin(.address(here)))
    #expect(!permits.isValid(one) && permits.isValid(other))
    permits.end(other)
    #expect(!permits.isValid(other))
    let again = permits.grant(answer("/here", key: "a"))
    #expect(permits.isValid(again), "what begins behind it is new")
  }

  // It was read from the folder, where it still was, and kept in memory for as long as it was fresh.
  @Test("is not given for what is just being removed, by however many")
  mutating func meanwhile() {
    let first = permits.begin(.address(here))
    let second = permits.begin(.all)
    permits.finish(second)
    let (one, other) = (permits.grant(answer("/here", key: "a")), permits.grant(answer("/there", key: "b")))
    #expect(!permits.isValid(one) && permits.isValid(other))
    permits.finish(first)
    #expect(!permits.isValid(one), "nor does it become so")
    let late = permits.grant(answer("/here", key: "a"))
    #expect(permits.isValid(late))
  }

  // An answer whose body took long was stored behind one that had been asked for later, and given for as long as it was fresh.
  @Test(
    "is lost to what was asked for earlier when the answer to the same is stored, and to copies of what was there"
  )
  mutating func overtaken() {
    let french: HTTPFields = ["Accept-Language": "fr"]
    let (earlier, other) = (
      permits.grant(answer("/here", key: "a")), permits.grant(answer("/there", key: "b"))
    )
    let variant = permits.grant(answer("/here", key: "a", french))
    let picture = permits.grant(answer("/here", key: "a", .product))
    let stored = permits.grant(answer("/here", key: "a"))
    let copy = permits.grant(answer("/here", key: "a", .copy))
    let later = permits.grant(answer("/here", key: "a"))
    permits.overtake(by: stored, storing: head(varyingBy: "Accept-Language"))
    #expect(!permits.isValid(earlier) && !permits.isValid(copy))
    #expect([other, variant, picture, stored, later].allSatisfy { permits.isValid($0) })
    permits.end(stored)
    permits.overtake(by: stored, storing: head(varyingBy: "Accept-Language"))
    #expect(permits.isValid(later), "what has no leave takes none")
  }

  private func answer(
    _ path: String,
    key: String,
    _ fields: HTTPFields = [:],
    _ matter: StoragePermits.Grant.Matter = .answer
  ) -> StoragePermits.Grant {
    StoragePermits.Grant(matter, to: FetchRequest(URL(filePath: path), fields: fields), key: key)
  }

  private func answer(_ path: String, key: String, _ matter: StoragePermits.Grant.Matter)
    -> StoragePermits.Grant
  {
    answer(path, key: key, [:], matter)
  }

  private func head(varyingBy name: String) -> CachedHead {
    let url = URL(filePath: "/here")
    return CachedHead(
      head: FetchHead(url: url, status: 200, fields: ["Vary": name]),
      request: FetchRequest(url),
      requestTime: 0,
      responseTime: 0
    )
  }
}
