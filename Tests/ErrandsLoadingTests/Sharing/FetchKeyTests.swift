import Foundation
import Testing

@testable import ErrandsLoading

@Suite("What makes two loads the same, as a value")
struct FetchKeyTests {
  private let url: URL

  init() throws {
    url = try URL(fetching: "http://host/a?b=c")
  }

  private func isSame(_ one: FetchRequest, _ other: FetchRequest) -> Bool { FetchKey(one) == FetchKey(other) }

  private func keyed(_ key: String, _ text: String = "http://host/a?b=c", _ fields: HTTPFields = [:]) throws
    -> FetchRequest
  {
    var request = FetchRequest(try URL(fetching: text), fields: fields)
    request.key = key
    return request
  }

  @Test("The same method, address and fields are the same, whatever the case of the names")
  func same() {
    #expect(isSame(FetchRequest(url), FetchRequest(url)))
    #expect(isSame(FetchRequest(url, fields: ["Accept": "a"]), FetchRequest(url, fields: ["ACCEPT": "a"])))
  }

  @Test(
    "A field more, or another value, is another answer",
    arguments: [
      ["Authorization": "Bearer one"], ["Cookie": "a=b"], ["Accept-Language": "vi"], ["Range": "bytes=0-1"],
      ["If-None-Match": "\"a\""], ["X-Own": "1"],
    ] as [HTTPFields]
  )
  func fields(_ fields: HTTPFields) throws {
    let request = FetchRequest(url, fields: fields)
    #expect(!isSame(request, FetchRequest(url)))
    var other = request
    other.fields[try #require(fields.all.first?.name)] = "something else"
    #expect(!isSame(request, other))
  }

  @Test("Methods and queries are told apart")
  func methods() throws {
    #expect(!isSame(FetchRequest(url), FetchRequest(url, method: .head)))
    #expect(!isSame(FetchRequest(url), FetchRequest(try URL(fetching: "http://host/a?b=d"))))
  }

  /// OPTIONS is shared, as it changes nothing, and it may have a body: two questions to one address had one answer.
  @Test("What is sent in a body is part of the question")
  func bodies() {
    let questions = ["one", "two"].map { text in
      var request = FetchRequest(url, method: .options)
      request.body = .bytes(Data(text.utf8))
      return request
    }
    #expect(!isSame(questions[0], questions[1]))
    #expect(isSame(questions[0], questions[0]))
  }

  /// One who wanted nothing but the cache's answer began the load, and one who wanted the server's was told that there is none.
  @Test("What is wanted of the cache is part of the question")
  func cacheUses() {
    let requests = CacheUse.allCases.map { use in
      var request = FetchRequest(url)
      request.cacheUse = use
      return request
    }
    #expect(Set(requests.map { FetchKey($0) }).count == CacheUse.allCases.count)
  }

  @Test("A key of the caller's stands for address and fields")
  func keys() throws {
    let one = try keyed("a", "http://host/a?signature=1", ["Authorization": "one"])
    let other = try keyed("a", "http://host/a?signature=2", ["Authorization": "two"])
    #expect(isSame(one, other))
    #expect(!isSame(one, try keyed("b", "http://host/a?signature=1", ["Authorization": "one"])))
  }

  @Test(
    "but not for those that ask for a part, or for a newer state",
    arguments: [["Range": "bytes=0-9"], ["if-none-match": "\"a\""], ["Cache-Control": "no-cache"]]
      as [HTTPFields]
  )
  func partsUnderAKey(_ fields: HTTPFields) throws {
    #expect(!isSame(try keyed("a"), try keyed("a", "http://host/a", fields)))
  }

  /// The natural key of a signed address is the address without its signature: whoever asked for that without a key was given
  /// what had been loaded with a signature.
  @Test("A key that looks like an address is another thing than the address")
  func keyLikeAnAddress() throws {
    let signed = try keyed("http://host/a", "http://host/a?signature=1")
    let unsigned = FetchRequest(try URL(fetching: "http://host/a"))
    #expect(!isSame(signed, unsigned))
    #expect(signed.cacheKey != unsigned.cacheKey)
  }

  @Test("An answer is kept under its address without the fragment, and under a digest where that has a user")
  func keptUnder() throws {
    func key(_ text: String) throws -> String { FetchRequest(try URL(fetching: text)).cacheKey }
    #expect(try key("http://host/a?b#c") == "url http://host/a?b")
    #expect(try key("http://host/@a") == "url http://host/@a")
    #expect(try !key("http://user:word@host/a").contains("word"))
    #expect(try key("http://user:word@host/a#b") == key("http://user:word@host/a"))
  }
}
