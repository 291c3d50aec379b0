import ErrandsLoading
import Testing

@testable import ErrandsLoading

@Suite("The directives of Cache-Control")
struct CacheControlTests {
  private func control(_ fields: String...) -> CacheControl {
    CacheControl(HTTPFields(fields.map { .init("cache-control", $0) }))
  }

  @Test("Names in any case, values with or without quotes, spaces anywhere, and in several fields")
  func reading() {
    let read = control(
      "Max-Age=60 ,,  NO-STORE",
      "s-maxage = \"7\", stale-if-error=5,stale-while-revalidate=6"
    )
    #expect(read.maxAge == 60)
    #expect(read.noStore)
    #expect(read.sharedMaxAge == 7)
    #expect(read.staleIfError == 5)
    #expect(read.staleWhileRevalidate == 6)
    let flags = control("public, must-revalidate, proxy-revalidate, immutable, no-transform, must-understand")
    #expect(flags.isPublic && flags.mustRevalidate && flags.proxyRevalidate)
    #expect(flags.mustUnderstand)
    #expect(control("only-if-cached, min-fresh=3").onlyIfCached)
    #expect(control("min-fresh=3").minFresh == 3)
  }

  @Test("What is unknown, and what only looks like a directive, does not count")
  func unknown() {
    #expect(control("x-max-age=5, community=\"no-store, max-age=7\"") == CacheControl())
    #expect(control("") == CacheControl())
  }

  @Test(
    "A lifetime that is none is none at all; one beyond all bounds is very long; of two the shorter one counts",
    arguments: [
      ("max-age=soon", 0), ("max-age", 0), ("max-age=-5", 0), ("max-age=1.5", 0), ("max-age=", 0),
      ("max-age=99999999999999999999", Int64.max), ("max-age=60, max-age=7", 7), ("max-age=7, max-age=60", 7),
    ]
  )
  func lifetimes(_ text: String, _ seconds: Int64) {
    #expect(control(text).maxAge == seconds)
  }

  @Test("no-cache and private can be about some fields only")
  func fields() {
    let some = control("no-cache=\"Set-Cookie, X-Count\", private=Age")
    #expect(!some.noCache && !some.isPrivate)
    #expect(some.noCacheFields == ["set-cookie", "x-count"])
    #expect(some.privateFields == ["age"])
    let all = control("no-cache, private=\"\"")
    #expect(all.noCache && all.isPrivate)
  }

  @Test("max-stale without a number takes anything")
  func maxStale() {
    #expect(control("max-stale").maxStale == .max)
    #expect(control("max-stale=3").maxStale == 3)
    #expect(control("max-age=3").maxStale == nil)
  }

  /// The last one did, whatever it says.
  @Test(
    "Of two that say how stale it may be, or how fresh it has to be, the first one counts",
    arguments: ["max-stale", "min-fresh", "stale-while-revalidate", "stale-if-error"]
  )
  func twice(_ name: String) {
    #expect(control("\(name)=3, \(name)=60") == control("\(name)=3"))
    #expect(control("\(name)=60", "\(name)=3") == control("\(name)=60"))
    #expect(control("\(name)=3") != CacheControl())
  }

  @Test("Pragma counts where there is no Cache-Control")
  func pragma() {
    #expect(CacheControl(["Pragma": "No-Cache"]).noCache)
    #expect(!CacheControl(["Pragma": "no-cache", "Cache-Control": "max-age=3"]).noCache)
  }

  @Test("An escaped quote does not end a text, and an open one takes the rest")
  func quotes() {
    #expect(FieldList.members(of: #"a="x\",y", b"#) == [#"a="x\",y""#, "b"])
    #expect(FieldList.members(of: #"a="x, b"#) == [#"a="x, b"#])
    #expect(FieldList.parameter(#"a="x\",y""#) == ("a", "x\",y"))
    #expect(FieldList.members(of: " \t, ,\t").isEmpty)
  }
}
