import ErrandsLoading
import Testing

/// A story of requests that go through a cache to an origin, told from both ends: what the client asks for and gets,
/// and what the origin is asked and answers. It is a value; `play(carrier:against:)` plays it against any cache.
///
/// In the values of fields, `@` and a number of seconds is a date, counted from when the exchange takes place: `@0` is
/// now, `@-60` a minute ago.
struct CacheScenario: Sendable, CustomTestStringConvertible {
  /// What HTTP says about it.
  enum Rule: Sendable, Hashable {
    /// Nothing else would be right for a private cache, by this section.
    case required(String)
    /// HTTP leaves it open, and this cache is meant to do it so; with the reason.
    case chosen(String)
  }

  let name: String
  let rule: Rule
  let exchanges: [Exchange]

  init(_ name: String, _ rule: Rule, _ exchanges: [Exchange]) {
    self.name = name
    self.rule = rule
    self.exchanges = exchanges
  }

  var testDescription: String {
    suiteCases.isEmpty ? name : "\(name) [\(suiteCases.joined(separator: ", "))]"
  }

  /// What an origin answers.
  struct Answer: Sendable {
    var status: Int
    var fields: HTTPFields
    /// Says which answer it was, so that the client's can be told apart.
    var body: String
    /// Whether it has the `Date` that an origin's answer has, unless its fields have another.
    var hasDate = true
    /// Whether its body breaks off in the middle.
    var breaksOff = false

    static func ok(_ body: String, _ fields: HTTPFields = [:]) -> Answer {
      Answer(status: 200, fields: fields, body: body)
    }

    static func status(_ status: Int, _ body: String = "", _ fields: HTTPFields = [:]) -> Answer {
      Answer(status: status, fields: fields, body: body)
    }

    static func notModified(_ fields: HTTPFields = [:]) -> Answer {
      Answer(status: 304, fields: fields, body: "")
    }

    var withoutDate: Answer {
      var answer = self
      answer.hasDate = false
      return answer
    }

    var brokenOff: Answer {
      var answer = self
      answer.breaksOff = true
      return answer
    }
  }

  /// What the origin sees of an exchange.
  enum Origin: Sendable {
    case isNotAsked
    /// It is asked before the client has its answer; where a condition is named, with this value of the field, or
    /// without the field where it is nil.
    case answers(Answer, conditions: [String: String?])
    /// It is asked, and the client does not wait for it.
    case answersMeanwhile(Answer)
  }

  /// What the client gets.
  enum Result: Sendable, Hashable {
    /// Status 200 with this body, and these fields among others; nil is a field that there is not.
    case body(String, fields: [String: String?] = [:])
    /// A failure that tells this status.
    case status(Int)
    case failure
  }

  /// One request, and what comes of it.
  struct Exchange: Sendable {
    /// Seconds that pass before it.
    var wait: Int64 = 0
    var method = "GET"
    var path = "/a"
    var fields: HTTPFields = [:]
    var origin: Origin
    var result: Result
  }
}

extension CacheScenario.Exchange {
  /// The origin is asked, and the client gets its answer.
  static func asks(
    after wait: Int64 = 0,
    _ answer: CacheScenario.Answer,
    if conditions: [String: String?] = [:],
    with fields: HTTPFields = [:],
    path: String = "/a",
    method: String = "GET",
    gets result: CacheScenario.Result? = nil
  ) -> Self {
    let usual: CacheScenario.Result =
      (200..<300).contains(answer.status)
      ? .body(method == "HEAD" ? "" : answer.body) : .status(answer.status)
    return Self(
      wait: wait,
      method: method,
      path: path,
      fields: fields,
      origin: .answers(answer, conditions: conditions),
      result: result ?? usual
    )
  }

  /// The client gets what is kept, and the origin is not asked.
  static func keeps(
    after wait: Int64 = 0,
    _ body: String,
    with fields: HTTPFields = [:],
    path: String = "/a",
    gets known: [String: String?] = [:]
  ) -> Self {
    Self(wait: wait, path: path, fields: fields, origin: .isNotAsked, result: .body(body, fields: known))
  }

  /// The origin says that what is kept still holds, and the client gets that.
  static func confirms(
    after wait: Int64 = 0,
    _ body: String,
    _ fields: HTTPFields = [:],
    if conditions: [String: String?] = [:],
    with asked: HTTPFields = [:],
    gets known: [String: String?] = [:]
  ) -> Self {
    Self(
      wait: wait,
      fields: asked,
      origin: .answers(.notModified(fields), conditions: conditions),
      result: .body(body, fields: known)
    )
  }
}
