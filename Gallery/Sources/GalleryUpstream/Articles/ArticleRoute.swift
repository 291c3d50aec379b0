/// What a request for articles asks for.
enum ArticleRoute: Sendable, Hashable {
  /// `/articles?from=&count=`: a slice of the list, which has no end.
  case page(from: Int, count: Int)
  /// `/articles/{index}.json`
  case article(Int)
  /// `/covers/{index}.jpg`
  case cover(Int)

  /// Where a slice may begin. Numbers of this size are still exact in JavaScript.
  static let starts = 0...999_999_999_999_999
  /// Which articles there are.
  static let indices = 0...9_999_999_999_999_999
  /// How many articles a slice may have.
  static let counts = 1...200
  /// How many it has where nothing was asked for.
  static let usualCount = 20

  /// - Returns: `nil` for a path of another shape. Numbers have one spelling, without zeros before them.
  /// - Throws: ``Mistake`` where the query asks for what cannot be had.
  init?(path: String, query: String?) throws(Mistake) {
    if path == "/articles" {
      let parameters = QueryParameters(query)
      let start = try Self.number("from", in: parameters, within: Self.starts) ?? 0
      let count = try Self.number("count", in: parameters, within: Self.counts) ?? Self.usualCount
      self = .page(from: start, count: count)
    } else if let index = path.number(between: "/articles/", and: ".json", within: Self.indices) {
      self = .article(index)
    } else if let index = path.number(between: "/covers/", and: ".jpg", within: Self.indices) {
      self = .cover(index)
    } else {
      return nil
    }
  }

  /// A parameter with a value that cannot be had.
  struct Mistake: Error, Equatable, CustomStringConvertible {
    let parameter: String
    let value: String
    let allowed: ClosedRange<Int>

    var description: String {
      "\(parameter)=\(value) is not possible; give a number from \(allowed.lowerBound) to \(allowed.upperBound)."
    }
  }

  private static func number(
    _ name: String,
    in parameters: QueryParameters,
    within allowed: ClosedRange<Int>
  ) throws(Mistake) -> Int? {
    guard let text = parameters[name] else { return nil }
    // Digits only: `Int` would take +5, which a form sends for " 5".
    guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let number = Int(text),
      allowed.contains(number)
    else { throw Mistake(parameter: name, value: String(text.prefix(40)), allowed: allowed) }
    return number
  }
}
