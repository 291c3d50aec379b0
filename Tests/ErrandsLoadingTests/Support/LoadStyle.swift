import Errands
import ErrandsLoading
import ErrandsTesting
import Foundation

/// The ways in which a body can be had.
enum LoadStyle: String, CaseIterable, Sendable {
  case data, closure, response, delegate, actionDelegate

  /// What a delegate's load failed with, where that is no error of the loader.
  struct Strange: Error {
    let text: String
  }

  /// Whether a body that broke off can be begun anew: not once pieces of it have been handed on.
  var beginsAnew: Bool { self == .data || self == .closure }

  /// The whole body, or the error, in this style.
  func load(_ request: FetchRequest, with fetcher: Fetcher) async throws -> Data {
    switch self {
    case .data:
      return try await fetcher.data(for: request).value().body
    case .closure:
      let outcomes = Events<Result<FetchedData, any Error>>()
      fetcher.data(for: request).run(on: .concurrent) { (outcome: Result<FetchedData, any Error>) in
        outcomes.record(outcome)
      }
      return try await outcomes.event(1).get().body
    case .response:
      let response = try await fetcher.response(for: request)
      var body = Data()
      for try await chunk in response.body { body += chunk }
      return body
    case .delegate:
      let delegate = MethodDelegate()
      fetcher.run(request, delegate: delegate, on: .concurrent)
      return try await Self.body(of: delegate.events)
    case .actionDelegate:
      let delegate = ActionDelegate()
      fetcher.run(request, actions: delegate, on: .concurrent)
      return try await Self.body(of: delegate.events)
    }
  }

  private static func body(of events: Events<FetchEntry>) async throws -> Data {
    switch try await events.first(where: \.isEnd) {
    case .failure(let error): throw error
    case .cancelled: throw CancellationError()
    // It passed for an empty body, and that for what an empty answer has to give.
    case .strange(let text): throw Strange(text: text)
    case .head, .data, .success: return events.all.body
    }
  }
}

/// A style over a transport.
struct Way: Sendable, CustomStringConvertible {
  let style: LoadStyle
  let carrier: Carrier

  var description: String { "\(style.rawValue) over \(carrier.rawValue)" }

  static let all = LoadStyle.allCases.flatMap { style in
    Carrier.allCases.map { Way(style: style, carrier: $0) }
  }
}
