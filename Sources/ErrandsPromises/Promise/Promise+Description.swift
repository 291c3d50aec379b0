extension Promise: CustomStringConvertible {
  public var description: String {
    switch result {
    case nil: "Promise(…\(T.self))"
    case .fulfilled(let value): "Promise(\(value))"
    case .rejected(let error): "Promise(\(error))"
    }
  }
}

extension Promise: CustomDebugStringConvertible {
  public var debugDescription: String {
    switch result {
    case nil: "Promise<\(T.self)>.pending(handlers: \(handlerCount))"
    case .fulfilled(let value): "Promise<\(T.self)>.fulfilled(\(value))"
    case .rejected(let error): "Promise<\(T.self)>.rejected(\(type(of: error)).\(error))"
    }
  }
}
