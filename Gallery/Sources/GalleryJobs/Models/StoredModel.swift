/// A model as the library has it.
public struct StoredModel<Model: StorableModel>: Sendable {
  /// The library's number for it. What is loaded from the same address again keeps its number.
  public let id: Int64
  public let model: Model

  public init(id: Int64, model: Model) {
    self.id = id
    self.model = model
  }
}

extension StoredModel: Equatable where Model: Equatable {}
