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
      return FetchError(url, .malformedJSON(reason: syntaxReason(context)))
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
      let reason = "expected \(name(of: type)), found \(found(at: context.codingPath))"
      return FetchError(url, .unexpectedJSON(path: context.codingPath.jsonPath, reason: reason))
    @unknown default:
      return FetchError(url, .malformedJSON(reason: "\(error)"))
    }
  }

  private func syntaxReason(_ context: DecodingError.Context) -> String {
    if data.isEmpty { return "the body is empty." }
    let underlying = context.underlyingError as NSError?
    let detail = underlying?.userInfo[NSDebugDescriptionErrorKey] as? String
    return (detail ?? context.debugDescription).asClause + "."
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

  /// What stands at a path of the document, in the words of JSON.
  private func found(at path: [any CodingKey]) -> String {
    var value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
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
    case is NSNull, nil: return "null"
    case let number as NSNumber: return number.objCType.pointee == 99 ? "true or false" : "a number"
    default: return "something else"
    }
  }
}

extension [any CodingKey] {
  /// `feed.results[3].name`; `the document` for its root.
  var jsonPath: String {
    guard !isEmpty else { return "the document" }
    return reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}

extension String {
  fileprivate var asClause: String { hasSuffix(".") ? String(dropLast()) : self }
}
