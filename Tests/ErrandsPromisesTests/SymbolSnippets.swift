import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

private struct Chart: Sendable, Equatable {}

private struct Album: Sendable {
  let cover: Int
}

private func fetch(_ query: String) throws -> Promise<Chart> { .value(Chart()) }
private func decode(_ data: [UInt8]) throws -> Chart { Chart() }

private func download(_ cover: Int) -> Promise<Int> { .value(cover) }

private func download(_ completion: @escaping @Sendable ([UInt8], (any Error)?) -> Void) {
  completion([7], nil)
}

private func legacyLoad(_ completion: @escaping @Sendable (Chart?, (any Error)?) -> Void) {
  completion(Chart(), nil)
}

@MainActor
private final class Screen {
  var chart: Chart?
  var title = ""
  let heard = Events<String>()

  func greet(_ user: String, with cover: Int) { heard.record("\(user) \(cover)") }
  func show(_ images: [Int]) { heard.record("\(images)") }

  func begin(_ query: String, _ data: [UInt8]) async throws {
    let fetched =
      firstly {
        try fetch(query)
      }.done { self.chart = $0 }
    try await fetched.async()
    #expect(chart == Chart())
    let decoded =
      DispatchQueue.global().async(.promise) {
        try decode(data)
      }.done { self.chart = $0 }
    try await decoded.async()
  }

  func join(_ user: Promise<String>, _ cover: Promise<Int>) {
    _ =
      when(fulfilled: user, cover).done { self.greet($0, with: $1) }
  }

  nonisolated func loadAll(_ albums: [Album]) {
    var covers = albums.makeIterator()
    let downloads = AnyIterator { covers.next().map { download($0.cover) } }
    when(fulfilled: downloads, concurrently: 4).done { self.show($0) }
      .cauterize()
  }

  func name(_ promise: Promise<String>) -> Promise<Void> {
    let named =
      promise.done(on: .main) { self.title = $0 }
    return named
  }
}

@Suite("The snippets of the promises' symbols")
struct SymbolSnippets {
  @Test("make promises of callbacks", .timeLimit(.minutes(1)))
  func callbacks() async throws {
    let data: Promise<[UInt8]> =
      Promise { fulfill, reject in
        download { data, error in
          if let error { reject(error) } else { fulfill(data) }
        }
      }
    let chart = Promise<Chart> { seal in
      legacyLoad { chart, error in seal.resolve(chart, error) }
    }
    #expect(try await data.async() == [7])
    #expect(try await chart.async() == Chart())
  }

  @Test("end on the main actor", .timeLimit(.minutes(1)))
  func mainActor() async throws {
    let screen = Screen()
    try await screen.begin("new", [1])
    await screen.join(.value("Lan"), .value(3))
    #expect(try await screen.heard.event(1) == "Lan 3")
    screen.loadAll([Album(cover: 1), Album(cover: 2)])
    #expect(try await screen.heard.event(2) == "[1, 2]")
    try await screen.name(.value("GIFs")).async()
    #expect(await screen.title == "GIFs")
  }
}
