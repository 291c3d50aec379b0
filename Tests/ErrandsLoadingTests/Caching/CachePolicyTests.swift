import Foundation
import Testing

@testable import ErrandsLoading

@Suite("What a cache may keep, and use")
struct CachePolicyTests {
  private static let now: Int64 = 784_111_777
  private static let date = HTTPDate(seconds: now).description
  private let url: URL
  private let request: FetchRequest

  init() throws {
    url = try URL(fetching: "http://host/a")
    request = FetchRequest(url)
  }

  private func asking(_ fields: HTTPFields) -> FetchRequest { FetchRequest(url, fields: fields) }

  private func head(_ fields: HTTPFields, _ status: Int = 200) -> FetchHead {
    FetchHead(url: url, status: status, fields: fields)
  }

  /// An answer that was asked for and came at the same time, with the date of that.
  private func stored(_ fields: HTTPFields, _ status: Int = 200, for request: FetchRequest? = nil)
    -> CachedHead
  {
    var fields = fields
    if fields["Date"] == nil { fields["Date"] = Self.date }
    return CachedHead(
      head: head(fields, status),
      request: request ?? self.request,
      requestTime: Self.now,
      responseTime: Self.now
    )
  }

  private func use(
    _ fields: HTTPFields,
    after seconds: Int64,
    asked: HTTPFields = [:],
    _ policy: CachePolicy = CachePolicy()
  ) -> CachePolicy.Freshness {
    policy.freshness(of: stored(fields), for: asking(asked), at: Self.now + seconds)
  }

  // MARK: Keeping

  @Test(
    "An answer that says how long it lasts is kept, one that forbids it is not",
    arguments: [
      (["Cache-Control": "max-age=60"], 200, true), (["Cache-Control": "no-store"], 200, false),
      (["Cache-Control": "max-age=60, no-store"], 200, false), ([:], 200, true), ([:], 302, false),
      (["Cache-Control": "max-age=60"], 302, true), (["Expires": "0"], 302, true), ([:], 404, true),
      ([:], 500, false),
      (["Cache-Control": "public"], 500, true), (["Cache-Control": "private"], 200, true),
      (["Cache-Control": "max-age=60"], 206, false), (["Cache-Control": "max-age=60"], 304, false),
      (["Vary": "*", "Cache-Control": "max-age=60"], 200, false),
      (["Cache-Control": "must-understand, max-age=60"], 299, false),
      (["Cache-Control": "s-maxage=60"], 302, false),
    ] as [(HTTPFields, Int, Bool)]
  )
  func keeping(_ fields: HTTPFields, _ status: Int, _ isKept: Bool) {
    #expect(CachePolicy().mayKeep(head(fields, status), to: request) == isKept)
  }

  @Test("Neither is what was asked for with no-store, or by another method")
  func notKept() {
    let answer = head(["Cache-Control": "max-age=60"])
    #expect(!CachePolicy().mayKeep(answer, to: asking(["Cache-Control": "no-store"])))
    #expect(!CachePolicy().mayKeep(answer, to: FetchRequest(url, method: .head)))
  }

  @Test(
    "A shared cache keeps nothing that is private, and of one who is authorized only what says so",
    arguments: [
      ("private, max-age=60", false, false), ("max-age=60", false, true), ("max-age=60", true, false),
      ("public, max-age=60", true, true), ("s-maxage=60", true, true),
      ("must-revalidate, max-age=60", true, true),
    ]
  )
  func shared(_ control: String, _ isAuthorized: Bool, _ isKept: Bool) {
    let asked = asking(isAuthorized ? ["Authorization": "Basic x"] : [:])
    let answer = head(["Cache-Control": control])
    #expect(CachePolicy(isShared: true).mayKeep(answer, to: asked) == isKept)
    #expect(CachePolicy().mayKeep(answer, to: asked))
  }

  // MARK: Lifetime and age

  @Test(
    "The lifetime is that of s-maxage where the cache is shared, of max-age, of Expires, or guessed",
    arguments: [
      (["Cache-Control": "s-maxage=5, max-age=60"], 60, 5),
      (["Cache-Control": "max-age=60", "Expires": "0"], 60, 60),
      (["Expires": "Sun, 06 Nov 1994 08:50:37 GMT"], 60, 60), (["Expires": "0"], 0, 0),
      (["Expires": "soon"], 0, 0),
      (["Expires": "Sun, 06 Nov 1994 08:48:37 GMT"], 0, 0),
      (["Last-Modified": "Sun, 06 Nov 1994 08:32:57 GMT"], 100, 100),
      (["Last-Modified": "Sun, 06 Nov 1904 08:32:57 GMT"], 86_400, 86_400),
      (["Last-Modified": "Mon, 07 Nov 1994 08:32:57 GMT"], 0, 0), ([:], 0, 0),
    ] as [(HTTPFields, Int64, Int64)]
  )
  func lifetime(_ fields: HTTPFields, _ own: Int64, _ shared: Int64) {
    #expect(CachePolicy().lifetime(of: stored(fields)) == own)
    #expect(CachePolicy(isShared: true).lifetime(of: stored(fields)) == shared)
  }

  @Test(
    "Some errors are fresh for ten seconds without a word, and no others, whenever they have been changed"
  )
  func errors() {
    let policy = CachePolicy()
    for (status, lifetime) in [(404, 10), (410, 10), (405, 0), (500, 0)] as [(Int, Int64)] {
      #expect(policy.lifetime(of: stored([:], status)) == lifetime)
      #expect(
        policy.lifetime(of: stored(["Last-Modified": "Sun, 06 Nov 1904 08:32:57 GMT"], status)) == lifetime
      )
      #expect(policy.lifetime(of: stored(["Cache-Control": "max-age=60"], status)) == 60)
    }
  }

  @Test("The age counts what the answer had before it came, the way it took, and the time since")
  func age() {
    func age(_ fields: HTTPFields, requested: Int64 = 0, came: Int64 = 0, at: Int64) -> Int64 {
      CachedHead(
        head: head(fields),
        request: request,
        requestTime: Self.now + requested,
        responseTime: Self.now + came
      ).age(at: Self.now + at)
    }
    #expect(age(["Date": Self.date], at: 7) == 7)
    #expect(age(["Date": Self.date], came: 5, at: 7) == 7)
    #expect(age(["Date": Self.date, "Age": "100"], requested: 2, came: 5, at: 7) == 105)
    #expect(age(["Date": Self.date, "Age": "many"], at: 7) == 7)
    #expect(age([:], requested: 2, came: 5, at: 7) == 5)
    // A clock that goes back makes nothing younger than it was when it came.
    #expect(age(["Date": Self.date, "Age": "9"], at: -100) == 9)
    #expect(age(["Age": "99999999999999999999"], came: 5, at: 7) == .max)
  }

  // MARK: Freshness

  @Test("Fresh to the last second of its lifetime, and stale from then on")
  func fresh() {
    #expect(use(["Cache-Control": "max-age=60"], after: 59) == .fresh(age: 59))
    #expect(use(["Cache-Control": "max-age=60"], after: 60) == .revalidate(toleratesError: false))
    #expect(use(["Cache-Control": "max-age=0"], after: 0) == .revalidate(toleratesError: false))
  }

  @Test(
    "no-cache asks each time, whoever says it",
    arguments: [("max-age=60, no-cache", ""), ("max-age=60", "no-cache"), ("max-age=60", "max-age=0")]
  )
  func noCache(_ told: String, _ asked: String) {
    let use = use(["Cache-Control": told], after: 1, asked: ["Cache-Control": asked])
    #expect(use == .revalidate(toleratesError: false))
  }

  @Test("A request can ask for younger ones, for such that stay fresh, or take what is stale")
  func asked() {
    let answer: HTTPFields = ["Cache-Control": "max-age=60"]
    func use(_ text: String, after seconds: Int64) -> CachePolicy.Freshness {
      self.use(answer, after: seconds, asked: ["Cache-Control": text])
    }
    #expect(use("max-age=30", after: 29) == .fresh(age: 29))
    #expect(use("max-age=30", after: 30) == .revalidate(toleratesError: false))
    #expect(use("min-fresh=20", after: 40) == .fresh(age: 40))
    #expect(use("min-fresh=20", after: 41) == .revalidate(toleratesError: false))
    #expect(use("max-stale=5", after: 65) == .staleAccepted(age: 65))
    #expect(use("max-stale=5", after: 66) == .revalidate(toleratesError: false))
    #expect(use("max-stale", after: 1_000_000) == .staleAccepted(age: 1_000_000))
  }

  @Test("What is stale may be used while it is asked for anew, for as long as it says")
  func whileRevalidating() {
    let answer: HTTPFields = ["Cache-Control": "max-age=60, stale-while-revalidate=30"]
    #expect(use(answer, after: 90) == .staleWhileRevalidating(age: 90))
    #expect(use(answer, after: 91) == .revalidate(toleratesError: false))
    #expect(
      use(answer, after: 61, asked: ["Cache-Control": "max-age=60"]) == .revalidate(toleratesError: false)
    )
  }

  @Test("And where the server fails, for as long as it or the request says")
  func ifError() {
    let answer: HTTPFields = ["Cache-Control": "max-age=60, stale-if-error=30"]
    #expect(use(answer, after: 90) == .revalidate(toleratesError: true))
    #expect(use(answer, after: 91) == .revalidate(toleratesError: false))
    let asked: HTTPFields = ["Cache-Control": "stale-if-error=100"]
    #expect(use(answer, after: 160, asked: asked) == .revalidate(toleratesError: true))
  }

  @Test(
    "Never where it must be asked for",
    arguments: ["must-revalidate", "proxy-revalidate", "s-maxage=60"]
  )
  func mustRevalidate(_ directive: String) {
    let control = "max-age=60, stale-while-revalidate=99, stale-if-error=99, \(directive)"
    let isForAll = directive == "must-revalidate"
    let asked: HTTPFields = ["Cache-Control": "max-stale"]
    let shared = use(["Cache-Control": control], after: 70, asked: asked, CachePolicy(isShared: true))
    #expect(shared == .revalidate(toleratesError: false))
    let own = use(["Cache-Control": control], after: 70, asked: asked)
    #expect(own == (isForAll ? .revalidate(toleratesError: false) : .staleAccepted(age: 70)))
  }

  // MARK: Variants and validation

  @Test("An answer that varies is one for requests with the same fields")
  func varying() {
    let asked = asking(["Accept": "image/png,  image/webp", "X": "1"])
    let kept = stored(["Vary": "accept, X-None"], for: asked)
    #expect(kept.matches(asking(["accept": "image/png,image/webp", "X": "2"])))
    #expect(!kept.matches(asking(["Accept": "image/webp"])))
    #expect(!kept.matches(request))
    #expect(!kept.matches(asking(["Accept": "image/png, image/webp", "X-None": "1"])))
    #expect(!stored(["Vary": "*"]).matches(request))
  }

  @Test("It is asked about by its tag, or by its date")
  func revalidation() {
    let policy = CachePolicy()
    let tagged = policy.revalidation(
      of: stored(["ETag": "W/\"a\"", "Last-Modified": Self.date]),
      for: request
    )
    #expect(tagged.fields["If-None-Match"] == "W/\"a\"")
    #expect(tagged.fields["If-Modified-Since"] == nil)
    let dated = policy.revalidation(of: stored(["Last-Modified": Self.date]), for: request)
    #expect(dated.fields["If-Modified-Since"] == Self.date)
    #expect(policy.revalidation(of: stored([:]), for: request) == request)
  }

  /// A 304 with a length of its own made a whole picture look cut off.
  @Test("304 renews what it says, but for what describes the body")
  func renewal() {
    let old = stored(["Cache-Control": "max-age=60", "Content-Length": "10", "X": "1", "x": "2", "Y": "1"])
    let answer = head(["Cache-Control": "max-age=5", "Content-Length": "0", "X": "3", "Age": "1"], 304)
    let renewed = old.renewed(
      by: answer,
      keeping: { $0 },
      requestTime: Self.now + 100,
      responseTime: Self.now + 100
    )
    #expect(renewed.head.status == 200)
    #expect(renewed.head.fields.values(of: "X") == ["3"])
    #expect(renewed.head.fields["Y"] == "1")
    #expect(renewed.head.contentLength == 10)
    #expect(renewed.control.maxAge == 5)
    #expect(
      CachePolicy().freshness(of: old, for: request, at: Self.now + 101) == .revalidate(toleratesError: false)
    )
    #expect(renewed.responseTime == Self.now + 100)
  }
}
