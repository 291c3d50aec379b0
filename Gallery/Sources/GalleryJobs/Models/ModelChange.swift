/// A change of state of a load, as it is told.
public struct ModelChange: Sendable, Equatable {
  /// The address, as it was given.
  public let url: String
  /// `idle`, `loading`, `loaded` or `failed`.
  public let state: String
  /// Why it failed, as a sentence.
  public let error: String?
  /// The library's number, once it is loaded.
  public let storedID: Int64?

  public init<Model>(url: String, state: ModelState<Model>, own: OwnUpstream = OwnUpstream(nil)) {
    self.url = url
    var (error, storedID): (String?, Int64?) = (nil, nil)
    switch state {
    case .idle: self.state = "idle"
    case .loading: self.state = "loading"
    case .loaded(let stored):
      self.state = "loaded"
      storedID = stored.id
    case .failed(let failure):
      self.state = "failed"
      error = own.sentence(of: failure)
    }
    self.error = error
    self.storedID = storedID
  }
}

extension ModelChange: Encodable {
  private enum CodingKeys: String, CodingKey { case url, state, error, storedID }

  /// By hand, for a missing fact is `null` and not left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(url, forKey: .url)
    try container.encode(state, forKey: .state)
    try container.encode(error, forKey: .error)
    try container.encode(storedID, forKey: .storedID)
  }
}
