import Foundation
import Testing

@testable import ErrandsUpstream

@Suite("The conditions of a request")
struct PreconditionsTests {
  private static let changed = Date(timeIntervalSince1970: 784_111_777.5)
  private static let same = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
  private static let after = "Sun, 06 Nov 1994 08:49:38 GMT"

  private func conditions(
    _ headers: HeaderFields,
    method: String = "GET",
    tag: String? = "\"1\"",
    changed: Date? = Self.changed
  ) -> Preconditions {
    let request = RecordedRequest(method: method, path: "/", headers: headers)
    return Preconditions(request, entityTag: tag, lastModified: changed)
  }

  @Test(
    "are met, or say what is not fulfilled",
    arguments: [
      ([:], .met),
      (["If-None-Match": "\"1\""], .notModified), (["If-None-Match": "W/\"1\""], .notModified),
      (["If-None-Match": "\"0\", \"1\""], .notModified), (["If-None-Match": "*"], .notModified),
      (["If-None-Match": "\"0\"", "If-None-Match": "\"1\""], .notModified),
      (["If-None-Match": "\"2\""], .met), (["If-None-Match": "1"], .met),
      (["If-Modified-Since": Self.same], .notModified), (["If-Modified-Since": Self.after], .notModified),
      (["If-Modified-Since": Self.before], .met), (["If-Modified-Since": "yesterday"], .met),
      // Two dates are none.
      (["If-Modified-Since": Self.same, "If-Modified-Since": Self.same], .met),
      (["If-Match": "\"1\""], .met), (["If-Match": "\"0\", \"1\""], .met), (["If-Match": "*"], .met),
      (["If-Match": "\"2\""], .failed("If-Match")), (["If-Match": "W/\"1\""], .failed("If-Match")),
      (["If-Unmodified-Since": Self.same], .met), (["If-Unmodified-Since": Self.after], .met),
      (["If-Unmodified-Since": Self.before], .failed("If-Unmodified-Since")),
      (["If-Unmodified-Since": "yesterday"], .met),
    ] as [(HeaderFields, Preconditions.Verdict)]
  )
  func each(_ headers: HeaderFields, _ expected: Preconditions.Verdict) {
    #expect(conditions(headers).verdict == expected)
  }

  /// A server that looked at the date although there was a tag said "not modified" of a file that had changed twice in one
  /// second.
  @Test(
    "of tags come before those of dates, and what could lose something before what could save something",
    arguments: [
      (["If-None-Match": "\"2\"", "If-Modified-Since": Self.after], .met),
      (["If-None-Match": "\"1\"", "If-Modified-Since": Self.before], .notModified),
      (["If-Match": "\"1\"", "If-Unmodified-Since": Self.before], .met),
      (["If-Match": "\"2\"", "If-None-Match": "\"1\""], .failed("If-Match")),
      (["If-Match": "\"1\"", "If-None-Match": "\"1\""], .notModified),
      (["If-Unmodified-Since": Self.before, "If-None-Match": "\"1\""], .failed("If-Unmodified-Since")),
      (["If-Unmodified-Since": Self.after, "If-Modified-Since": Self.same], .notModified),
    ] as [(HeaderFields, Preconditions.Verdict)]
  )
  func precedence(_ headers: HeaderFields, _ expected: Preconditions.Verdict) {
    #expect(conditions(headers).verdict == expected)
  }

  @Test("are not fulfilled by a change of what was there before, where the method writes")
  func writing() {
    #expect(conditions(["If-None-Match": "*"], method: "PUT").verdict == .failed("If-None-Match"))
    #expect(conditions(["If-Modified-Since": Self.same], method: "PUT").verdict == .met)
    #expect(conditions(["If-None-Match": "*"], method: "HEAD").verdict == .notModified)
  }

  @Test("on what is not there do not count, or are not fulfilled")
  func without() {
    #expect(conditions(["If-None-Match": "\"1\""], tag: nil).verdict == .met)
    #expect(conditions(["If-Match": "\"1\""], tag: nil).verdict == .failed("If-Match"))
    #expect(conditions(["If-Match": "*"], tag: nil).verdict == .met)
    #expect(conditions(["If-Modified-Since": Self.after], changed: nil).verdict == .met)
    #expect(conditions(["If-Unmodified-Since": Self.before], changed: nil).verdict == .met)
  }

  @Test(
    "let a range be answered only where they name the very same bytes",
    arguments: [
      (nil, "\"1\"", true), ("\"1\"", "\"1\"", true), ("\"2\"", "\"1\"", false),
      ("W/\"1\"", "W/\"1\"", false),
      ("W/\"1\"", "\"1\"", false), ("\"1\"", "W/\"1\"", false), ("\"1\"", nil, false), ("*", "\"1\"", false),
      ("\"2\", \"1\"", "\"1\"", false), (Self.same, "\"1\"", true), (Self.after, nil, false),
      (Self.before, nil, false), ("Sunday, 06-Nov-94 08:49:37 GMT", nil, true), ("yesterday", nil, false),
    ] as [(String?, String?, Bool)]
  )
  func ifRange(_ field: String?, _ tag: String?, _ isAllowed: Bool) {
    let headers: HeaderFields = field.map { ["If-Range": $0] } ?? [:]
    #expect(conditions(headers, tag: tag).allowsRange(at: Self.changed + 60) == isAllowed)
  }

  @Test("by a date let it only when the second of the change is over, and where there is a date")
  func ifRangeDate() {
    let dated = conditions(["If-Range": Self.same])
    #expect(!dated.allowsRange(at: Self.changed))
    #expect(!dated.allowsRange(at: Self.changed + 0.4))
    #expect(dated.allowsRange(at: Self.changed + 1))
    #expect(!conditions(["If-Range": Self.same], changed: nil).allowsRange(at: Self.changed + 60))
  }
}
