/// What a script may say after what it has said: its marbles in an order that makes sense. Each marble is
/// answered with a complaint, or nil.
struct ScriptGrammar {
  private var hasAsked = false
  private var hasSettled = false
  private var mayBeSettled = false
  private var hasLetGoOfCallback = false
  private var hasOwner = true
  private var isClosed = false

  mutating func take(_ marble: Marble) -> String? {
    switch marble {
    case .ask: ask()
    case .report, .succeed, .fail, .abandon, .settleAgain: work(marble)
    case .cancel: cancel()
    case .endScope: endScope()
    case .letGo: letGo()
    case .close: turn(closed: true)
    case .open: turn(closed: false)
    }
  }

  func end() -> String? {
    if !hasAsked { return "nobody asks" }
    return isClosed ? "the executor stays closed" : nil
  }

  private mutating func ask() -> String? {
    if hasAsked { return "the owner has asked before" }
    if !hasOwner { return "the owner is gone" }
    hasAsked = true
    return nil
  }

  private mutating func work(_ marble: Marble) -> String? {
    if !hasAsked { return "nobody has asked yet" }
    if hasLetGoOfCallback { return "the work has let go of its callback" }
    switch marble {
    case .succeed, .fail:
      if hasSettled { return "the work has settled before; once more is \"!\"" }
      hasSettled = true
      mayBeSettled = true
    case .settleAgain where !mayBeSettled: return "nothing has settled yet"
    case .abandon: hasLetGoOfCallback = true
    default: break
    }
    return nil
  }

  private mutating func cancel() -> String? {
    if !hasAsked { return "nobody has asked yet" }
    mayBeSettled = true
    return nil
  }

  private mutating func endScope() -> String? {
    if !hasOwner { return "the scope went with its owner" }
    mayBeSettled = true
    return nil
  }

  private mutating func letGo() -> String? {
    if !hasOwner { return "the owner is gone" }
    hasOwner = false
    return nil
  }

  private mutating func turn(closed: Bool) -> String? {
    if isClosed == closed { return closed ? "it is closed already" : "it is open already" }
    isClosed = closed
    return nil
  }
}
