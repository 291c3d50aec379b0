import Foundation

/// What the module itself breaks promises with.
public enum PMKError: Error {
  /// A completion handler was called with neither a value nor an error.
  case invalidCallingConvention
  /// A handler returned the very promise that waits for it.
  case returnedSelf
  /// A `when` with a limit below 1, or a `race` of nothing.
  case badInput
  /// The promise was cancelled.
  case cancelled
  /// The time of ``timeout(seconds:clock:)`` has passed. It stands for a cancellation, as in version 7.
  case timedOut
  /// See `compactMap(_:_:)`.
  case flatMap(any Sendable, Any.Type)
  /// A `compactMap` made nil of this value, where this type was wanted.
  case compactMap(any Sendable, Any.Type)
  /// The first or last value of nothing was asked for.
  case emptySequence
  /// All the promises of a `race(fulfilled:)` were broken.
  case noWinner
}

extension PMKError: CustomDebugStringConvertible {
  /// A sentence for programmers.
  public var debugDescription: String {
    switch self {
    case .invalidCallingConvention:
      "A completion handler was called with neither a value nor an error"
    case .returnedSelf: "A promise handler returned the promise that waits for it"
    case .badInput: "A promise function was called with input that it cannot work on"
    case .cancelled: "The promise was cancelled"
    case .timedOut: "The time for the promise has passed"
    case .flatMap(let value, let type), .compactMap(let value, let type):
      "Could not make \(type) of: \(value)"
    case .emptySequence: "The first or last element of an empty sequence was asked for"
    case .noWinner: "All thenables passed to race(fulfilled:) were rejected"
    }
  }
}

extension PMKError: LocalizedError {
  /// The same sentence: what `localizedDescription` says.
  public var errorDescription: String? { debugDescription }
}
