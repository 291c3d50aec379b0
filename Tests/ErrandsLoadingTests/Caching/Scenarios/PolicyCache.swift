import Errands
import Foundation

@testable import ErrandsLoading

/// The least that can be made a cache of with the loader's policy: a list in memory, one request at a time. With it the
/// scenarios are held against the policy, and the policy against the scenarios.
actor PolicyCache {
  private struct Entry {
    var head: CachedHead
    let body: Data
    let user: String?
  }

  private let transport: any Transport
  private let now: @Sendable () -> Int64
  private let policy = CachePolicy()
  private var entries: [URL: [Entry]] = [:]
  private var background: [Task<Void, Never>] = []

  init(transport: any Transport, now: @escaping @Sendable () -> Int64) {
    self.transport = transport
    self.now = now
  }

  /// Returns when nothing goes on in the background any more.
  func settle() async {
    while let task = background.popLast() { await task.value }
  }

  func fetch(_ request: FetchRequest) async throws -> FetchedData {
    let isOnlyIfCached = CacheControl(request.fields).onlyIfCached
    guard request.method == .get, let index = index(for: request), let entry = entries[request.url]?[index]
    else {
      guard !isOnlyIfCached else { throw FetchError(request.url, .status(504, retryAfter: nil)) }
      return try Self.checked(await ask(request))
    }
    switch policy.freshness(of: entry.head, for: request, at: now()) {
    case .fresh(let age), .staleAccepted(let age): return try given(entry, age)
    case .staleWhileRevalidating(let age):
      background.append(Task { _ = try? await revalidate(entry, at: index, request) })
      return try given(entry, age)
    case .revalidate(let toleratesError):
      guard !isOnlyIfCached else { throw FetchError(request.url, .status(504, retryAfter: nil)) }
      let answer = try await revalidate(entry, at: index, request)
      if toleratesError, [500, 502, 503, 504].contains(answer.head.status) {
        return try given(entry, entry.head.age(at: now()))
      }
      return try Self.checked(answer)
    }
  }

  private func index(for request: FetchRequest) -> Int? {
    entries[request.url]?.lastIndex {
      $0.user == request.fields["Authorization"] && $0.head.matches(request)
    }
  }

  private func given(_ entry: Entry, _ age: Int64) throws -> FetchedData {
    var fields = entry.head.head.fields
    fields["Age"] = "\(age)"
    let head = FetchHead(url: entry.head.head.url, status: entry.head.head.status, fields: fields)
    return try Self.checked(FetchedData(head: head, body: entry.body))
  }

  private func revalidate(_ entry: Entry, at index: Int, _ request: FetchRequest) async throws -> FetchedData
  {
    let asked = now()
    let answer = try await send(policy.revalidation(of: entry.head, for: request))
    if answer.head.status == 304 {
      var renewed = entry
      renewed.head = entry.head.renewed(
        by: answer.head,
        keeping: { $0 },
        requestTime: asked,
        responseTime: now()
      )
      entries[request.url]?[index] = renewed
      return FetchedData(head: renewed.head.head, body: entry.body)
    }
    // A server that fails says nothing about what is kept.
    guard answer.head.status < 500 else { return answer }
    entries[request.url]?.remove(at: index)
    keep(answer, to: request, asked)
    return answer
  }

  private func ask(_ request: FetchRequest) async throws -> FetchedData {
    let asked = now()
    let answer = try await send(request)
    keep(answer, to: request, asked)
    return answer
  }

  private func keep(_ answer: FetchedData, to request: FetchRequest, _ asked: Int64) {
    if ![.get, .head].contains(request.method), answer.head.status < 400 { entries[request.url] = nil }
    guard policy.mayKeep(answer.head, to: request) else { return }
    let head = CachedHead(head: answer.head, request: request, requestTime: asked, responseTime: now())
    entries[request.url, default: []]
      .append(Entry(head: head, body: answer.body, user: request.fields["Authorization"]))
  }

  private func send(_ request: FetchRequest) async throws -> FetchedData {
    let response = try await transport.send(request)
    var body = Data()
    for try await chunk in response.body { body += chunk }
    let isWhole = request.method == .head || Int64(body.count) >= response.head.contentLength ?? 0
    guard isWhole || response.head.status == 304 else { throw FetchError(request.url, .connectionLost) }
    return FetchedData(head: response.head, body: body)
  }

  private static func checked(_ answer: FetchedData) throws -> FetchedData {
    guard (200..<300).contains(answer.head.status) else {
      throw FetchError(answer.head.url, .status(answer.head.status, retryAfter: nil))
    }
    return answer
  }
}
