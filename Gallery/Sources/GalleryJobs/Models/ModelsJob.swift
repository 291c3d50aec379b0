import Errands
import ErrandsLoading

/// Loads models and keeps them, in any style.
public struct ModelsJob<Model: StorableModel>: Sendable {
  let fetcher: Fetcher
  let database: any ModelDatabase

  public init(fetcher: Fetcher, database: any ModelDatabase) {
    self.fetcher = fetcher
    self.database = database
  }

  /// Loads, decodes and keeps one model.
  ///
  /// - Parameters:
  ///   - address: What it is kept under; by default the request's.
  ///   - onChange: Told of each change of state, in order: `loading`, and then `loaded` or `failed`; `idle`, where the
  ///     load was cancelled.
  public func load(
    _ request: FetchRequest,
    from address: String? = nil,
    by style: JobStyle = .publisher,
    onChange: @escaping @Sendable (ModelState<Model>) -> Void
  ) -> Errand<StoredModel<Model>> {
    let address = address ?? request.url.absoluteString
    return switch style {
    case .publisher: loadByPublisher(request, address, onChange: onChange)
    default: load(request, address, carriedBy: style, onChange: onChange)
    }
  }

  /// A loader whose states are read until it has come to an end.
  private func loadByPublisher(
    _ request: FetchRequest,
    _ address: String,
    onChange: @escaping @Sendable (ModelState<Model>) -> Void
  ) -> Errand<StoredModel<Model>> {
    Errand("model \(request.url.redacted)") { @MainActor in
      let loader = ModelLoader<Model>(fetcher: fetcher, database: database)
      let load = loader.load(request, from: address)
      // Not when the main actor has come round to it: a load of the same that begins at once would share what is to end.
      return try await withTaskCancellationHandler {
        for await state in loader.$state.elements {
          // Cancelled, also by others: it is told behind the last of them, once.
          if case .idle = state { break }
          onChange(state)
          switch state {
          case .loaded(let stored): return stored
          case .failed(let error): throw error
          case .idle, .loading: continue
          }
        }
        onChange(.idle)
        throw CancellationError()
      } onCancel: {
        load.cancel()
      }
    }
  }

  /// One errand, carried by the style.
  private func load(
    _ request: FetchRequest,
    _ address: String,
    carriedBy style: JobStyle,
    onChange: @escaping @Sendable (ModelState<Model>) -> Void
  ) -> Errand<StoredModel<Model>> {
    let work = fetcher.json(Model.self, for: request)
      .flatMap { [database] in database.store($0, from: address) }
    return Errand("model \(request.url.redacted)") {
      onChange(.loading)
      do {
        let stored = try await style.carry(work).value()
        onChange(.loaded(stored))
        return stored
      } catch {
        onChange(error is CancellationError ? .idle : .failed(error))
        throw error
      }
    }
  }
}
