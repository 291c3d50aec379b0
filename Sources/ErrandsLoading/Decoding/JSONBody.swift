import Foundation

/// A body that ought to be JSON. Its errors say where in the document something is not as expected.
struct JSONBody {
  let url: URL
  let data: Data

  func decode<Value: Decodable>(_ type: Value.Type) throws(FetchError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw fetchError(error)
    } catch {
      throw FetchError(url, .malformedJSON(reason: "\(error)"))
    }
  }

  private func fetchError(_ error: DecodingError) -> FetchError {
    switch error {
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      if let fault = syntaxFault { return FetchError(url, .malformedJSON(reason: fault + ".")) }
      // Of a number that does not fit, the decoder says that the whole is no JSON, and not where the number stands.
      let isNumber = context.debugDescription.contains("not valid JSON")
      let reason = isNumber ? "a number in it does not fit" : context.debugDescription.asClause
      return FetchError(url, .unexpectedJSON(path: context.codingPath.jsonPath, reason: reason))
    case .dataCorrupted(let context):
      let reason = context.debugDescription.asClause
      return FetchError(url, .unexpectedJSON(path: context.codingPath.jsonPath, reason: reason))
    case .keyNotFound(let key, let context):
      let path = (context.codingPath + [key]).jsonPath
      return FetchError(url, .unexpectedJSON(path: path, reason: "it is missing"))
    case .valueNotFound(let type, let context):
      let reason = "expected \(name(of: type)), found null"
      return FetchError(url, .unexpectedJSON(path: context.codingPath.jsonPath, reason: reason))
    case .typeMismatch(let type, let context):
      let reason = mismatch(name(of: type), context)
      return FetchError(url, .unexpectedJSON(path: context.codingPath.jsonPath, reason: reason))
    @unknown default:
      return FetchError(url, .malformedJSON(reason: "\(error)"))
    }
  }

  /// Why the body is no JSON; nil where it is.
  private var syntaxFault: String? {
    if data.isEmpty { return "the body is empty" }
    do {
      _ = try document
      return nil
    } catch {
      let detail = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      return (detail ?? "\(error)").asClause
    }
  }

  /// What is found is looked up in the document as another parser reads it. Of two members with one name that one may take
  /// the other, and a text that nobody decoded it may refuse: then the decoder's own words are all there is.
  private func mismatch(_ expected: String, _ context: DecodingError.Context) -> String {
    guard let found = found(at: context.codingPath), found != expected else {
      return context.debugDescription.asClause
    }
    return "expected \(expected), found \(found)"
  }

  private var document: Any {
    get throws { try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) }
  }

  private func name(of type: Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
    case is [String: Any].Type: "an object"
    case is [Any].Type: "a list"
    default: "\(type)"
    }
  }

  /// What stands at a path of the document, in the words of JSON; nil where there is no such place.
  private func found(at path: [any CodingKey]) -> String? {
    var value = try? document
    for key in path {
      if let index = key.intValue, let list = value as? [Any], list.indices.contains(index) {
        value = list[index]
      } else {
        value = (value as? [String: Any])?[key.stringValue]
      }
    }
    switch value {
    case is String: return "text"
    case is [Any]: return "a list"
    case is [String: Any]: return "an object"
    case is NSNull: return "null"
    case let number as NSNumber: return number.objCType.pointee == 99 ? "true or false" : "a number"
    default: return nil
    }
  }
}

extension [any CodingKey] {
  /// `feed.results[3].name`; `the document` for its root, and `""` for a member without a name.
  var jsonPath: String {
    guard !isEmpty else { return "the document" }
    return reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        let name = key.stringValue.isEmpty ? "\"\"" : key.stringValue
        path += path.isEmpty ? name : "." + name
      }
    }.asPart
  }
}

extension String {
  fileprivate var asClause: String { (hasSuffix(".") ? String(dropLast()) : self).asPart }

  /// As a part of a sentence. Names of members and digits of numbers come from the server, as long as it likes and with what
  /// moves a terminal's cursor: a replacement character stands for each control character, and for the middle of a long text
  /// three dots.
  fileprivate var asPart: String {
    let scalars = unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    let parts = scalars.count > 400 ? scalars.prefix(200) + ["…"] + scalars.suffix(200) : scalars[...]
    return String(String.UnicodeScalarView(parts))
  }
}
