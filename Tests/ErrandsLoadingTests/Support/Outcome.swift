import Errands
import ErrandsLoading

extension Result where Failure == any Error {
  /// The error of the loader that it failed with.
  var fetchError: FetchError? {
    guard case .failure(let error) = self else { return nil }
    return error as? FetchError
  }

  var isCancelled: Bool {
    guard case .failure(let error) = self else { return false }
    return error is CancellationError
  }
}

extension FetchError {
  /// Which case it is, for those whose reasons are the words of a library.
  var kind: String {
    Mirror(reflecting: cause).children.first?.label ?? "\(cause)"
  }
}
