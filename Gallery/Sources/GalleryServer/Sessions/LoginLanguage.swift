import HTTPTypes
import Hummingbird

/// The language of the page that asks for the password. What the reader has chosen, here or on the other page, which keeps it
/// in the browser, goes along in the address from one to the other.
enum LoginLanguage: String, CaseIterable {
  case english = "en"
  case vietnamese = "vi"

  /// The one that the address names, or else the first that the browser asks for (RFC 9110, section 12.5.4).
  init(_ request: Request) {
    let accepted = request.headers[values: .acceptLanguage].joined(separator: ",")
    self = Self(chosenIn: request) ?? Self(accepting: accepted)
  }

  /// The one that the address names.
  init?(chosenIn request: Request) {
    guard let name = request.uri.queryParameters["language"] else { return nil }
    self.init(rawValue: String(name))
  }

  init(accepting list: String) {
    let wanted = list.split(separator: ",").compactMap { part -> (language: Self, weight: Double)? in
      let words = part.split(separator: ";").map { $0.filter { $0 != " " } }
      guard let tag = words.first, let language = Self(rawValue: tag.lowercased().prefix { $0 != "-" } + "")
      else { return nil }
      let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return weight > 0 ? (language, weight) : nil
    }
    // Of equals the first: `max` would give the last.
    self = wanted.reversed().max { $0.weight < $1.weight }?.language ?? .english
  }

  var other: Self { self == .english ? .vietnamese : .english }

  /// In the language itself.
  var name: String { self == .english ? "English" : "Tiếng Việt" }

  struct Words {
    let title: String
    let lead: String
    let password: String
    let enter: String
  }

  var words: Words {
    switch self {
    case .english:
      Words(
        title: "Come in",
        lead: "This gallery is for those who know its password.",
        password: "Password",
        enter: "Enter"
      )
    case .vietnamese:
      Words(
        title: "Mời vào",
        lead: "Phòng tranh này dành cho những ai biết mật khẩu.",
        password: "Mật khẩu",
        enter: "Vào"
      )
    }
  }

  /// What the reader is told of a problem, in a sentence.
  func sentence(of problem: Problem) -> String {
    let wait = problem.retryAfter ?? 1
    switch (self, problem.status) {
    case (.english, 401): return "That is not the password. Try again."
    case (.vietnamese, 401): return "Mật khẩu không đúng. Hãy thử lại."
    case (.english, 429):
      return "Too many passwords were tried. Try again in \(wait == 1 ? "1 second" : "\(wait) seconds")."
    case (.vietnamese, 429): return "Đã thử quá nhiều mật khẩu. Hãy thử lại sau \(wait) giây."
    case (.english, _): return "Many are trying to come in right now. Try again in a moment."
    case (.vietnamese, _): return "Đang có nhiều người vào cùng lúc. Hãy thử lại sau giây lát."
    }
  }
}
