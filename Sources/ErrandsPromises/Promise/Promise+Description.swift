extension Promise: CustomStringConvertible {
  /// Its value or its error; its type while it is pending.
  public var description: String {
    switch result {
    case nil: "Promise(…\(T.self))"
    case .fulfilled(let value): "Promise(\(value))"
    case .rejected(let error): "Promise(\(error))"
    }
  }
}

extension Promise: CustomDebugStringConvertible {
  /// Its type with its value or its error; while it is pending, with how many handlers wait.
  public var debugDescription: String {
    switch result {
    case nil: "Promise<\(T.self)>.pending(handlers: \(handlerCount))"
    case .fulfilled(let value): "Promise<\(T.self)>.fulfilled(\(value))"
    case .rejected(let error): "Promise<\(T.self)>.rejected(\(type(of: error)).\(error))"
    }
  }
}
