import Errands

/// Where loaded models are kept.
public protocol ModelDatabase: Sendable {
  /// An errand that keeps a model and gives it back as it was kept. What was kept for the same address is replaced,
  /// under its number.
  ///
  /// Cancelled before it has committed, it leaves everything as it was.
  ///
  /// - Parameter address: Where the model was loaded from, as it was given: an address below a server that is on
  ///   another port each time stays the same.
  func store<Model: StorableModel>(_ model: Model, from address: String) -> Errand<StoredModel<Model>>
}
