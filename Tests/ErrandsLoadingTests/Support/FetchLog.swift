import ErrandsLoading
import ErrandsTesting
import Foundation

/// What a delegate was told, in order.
enum FetchEntry: Sendable, Equatable {
  case head(status: Int)
  case data(Data)
  case success
  case cancelled
  case failure(FetchError)
  case strange(String)

  init(_ outcome: Result<Void, any Error>) {
    switch outcome {
    case .success: self = .success
    case .failure(let error as FetchError): self = .failure(error)
    case .failure(is CancellationError): self = .cancelled
    case .failure(let error): self = .strange("\(error)")
    }
  }

  var isEnd: Bool {
    switch self {
    case .head, .data: false
    default: true
    }
  }
}

extension [FetchEntry] {
  /// The bytes in all the chunks.
  var body: Data {
    reduce(into: Data()) { body, entry in
      if case .data(let chunk) = entry { body += chunk }
    }
  }

  /// The same with chunks that follow one another put together: where a body is cut is the network's affair.
  var withoutCuts: [FetchEntry] {
    reduce(into: []) { entries, entry in
      if case .data(let chunk) = entry, case .data(let before)? = entries.last {
        entries[entries.count - 1] = .data(before + chunk)
      } else {
        entries.append(entry)
      }
    }
  }
}

/// A delegate with a method for each event.
final class MethodDelegate: FetchDelegate {
  let events = Events<FetchEntry>()

  func fetch(_ request: FetchRequest, didReceive head: FetchHead) {
    events.record(.head(status: head.status))
  }
  func fetch(_ request: FetchRequest, didReceive chunk: Data) { events.record(.data(chunk)) }
  func fetch(_ request: FetchRequest, didComplete outcome: Result<Void, any Error>) {
    events.record(FetchEntry(outcome))
  }
}

/// A delegate with one method for all events.
final class ActionDelegate: FetchActionDelegate {
  let events = Events<FetchEntry>()

  func perform(_ action: FetchAction) {
    switch action {
    case .response(let head): events.record(.head(status: head.status))
    case .data(let chunk): events.record(.data(chunk))
    case .completion(let outcome): events.record(FetchEntry(outcome))
    }
  }
}
