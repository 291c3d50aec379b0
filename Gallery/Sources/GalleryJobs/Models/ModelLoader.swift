import Dispatch
import Errands
import ErrandsCombine
import ErrandsLoading

/// Loads a model, keeps it in a database, and publishes it as it was kept.
///
/// ```swift
/// let loader = ModelLoader<Article>(fetcher: fetcher, database: library)
/// loader.$state.sink { state in print(state) }.store(in: &subscriptions)
/// loader.load(feed.article(17))
/// ```
///
/// A new load cancels the one before, and so does letting go of the loader: the connection is closed, and nothing is
/// stored that had not been committed by then.
@MainActor
public final class ModelLoader<Model: StorableModel>: ObservableObject {
  @Published public private(set) var state = ModelState<Model>.idle
  private let fetcher: Fetcher
  private let database: any ModelDatabase
  /// Everything that belongs to the load. It reaches the store even where OpenCombine's `flatMap` would not: a
  /// `flatMap` that is cancelled in the moment in which it subscribes to its inner publisher lets that publisher run
  /// on.
  private var scope = Scope()

  /// - Parameter database: Where the models are kept.
  public nonisolated init(fetcher: Fetcher, database: any ModelDatabase) {
    self.fetcher = fetcher
    self.database = database
  }

  /// Loads the model that the request asks for, and cancels the load before.
  ///
  /// - Parameter address: What it is kept under; by default the request's.
  /// - Returns: What ends the load from any thread, at once. ``state`` stays as it is, or is idle where nothing had begun yet.
  @discardableResult
  public func load(_ request: FetchRequest, from address: String? = nil) -> Scope {
    scope.cancel()
    scope = Scope()
    state = .loading
    states(of: request, from: address ?? request.url.absoluteString, in: scope)
      .receive(on: DispatchQueue.main)
      .weakAssign(to: \.state, on: self)
      .store(in: scope)
    return scope
  }

  /// Ends the load; a model that was loaded, and a failure, stay.
  public func cancel() {
    scope.cancel()
    if case .loading = state { state = .idle }
  }

  /// Apart from the main actor, where the steps are not taken.
  private nonisolated func states(
    of request: FetchRequest,
    from address: String,
    in scope: Scope
  ) -> AnyPublisher<ModelState<Model>, Never> {
    fetcher.data(for: request).publisher(in: scope)
      .tryMap { try $0.json(Model.self) }
      .flatMap { [database, weak scope] model in
        database.store(model, from: address).publisher(in: scope ?? .ended)
      }
      .map { .loaded($0) }
      // Where the load was cancelled before its first step had begun, that step says so.
      .catch { Just($0 is CancellationError ? .idle : .failed($0)) }
      .eraseToAnyPublisher()
  }
}

extension Scope {
  /// In which nothing begins.
  fileprivate static var ended: Scope {
    let scope = Scope()
    scope.cancel()
    return scope
  }
}
