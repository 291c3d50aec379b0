/// How the load of a model is.
public enum ModelState<Model: StorableModel>: Sendable {
  /// Nothing is being loaded: not yet, or not any more.
  case idle
  case loading
  /// Loaded, decoded, and kept.
  case loaded(StoredModel<Model>)
  case failed(any Error)

  /// Whether nothing comes after it until something is loaded again.
  public var isSettled: Bool {
    switch self {
    case .idle, .loading: false
    case .loaded, .failed: true
    }
  }
}
