import Errands
import ErrandsTesting
import Testing

@Suite("The operators' snippets")
struct OperatorSnippets {
  struct Picture: Sendable, Equatable {
    let address: String
  }

  struct Chart: Sendable {
    var title = "Songs"
    var cover = "cover.jpeg"
    static let empty = Chart(title: "Nothing", cover: "empty.jpeg")
  }

  struct Spinner: Sendable {
    let hidden = Gate()

    func hide() { hidden.open() }
  }

  private let chart = Errand.success(Chart())
  private let addresses = ["first.jpeg", "second.jpeg"]
  private let loaded = [Picture(address: "first.jpeg"), Picture(address: "second.jpeg")]

  @Test("make something else of a value", .timeLimit(.minutes(1)))
  func values() async throws {
    let title = chart.map { chart in chart.title }
    let cover = chart.flatMap { chart in picture(at: chart.cover) }
    #expect(try await title.value() == "Songs")
    #expect(try await cover.value() == Picture(address: "cover.jpeg"))
  }

  @Test("end well, and tidy up", .timeLimit(.minutes(1)))
  func endings() async throws {
    let spinner = Spinner()
    let chart = Errand<Chart>.failure(EmptySequenceError())
    let shown = chart.recover { error in .success(Chart.empty) }
    #expect(try await shown.value().title == "Nothing")
    let tidied = chart.ensure { spinner.hide() }
    await #expect(throws: EmptySequenceError.self) { try await tidied.value() }
    #expect(spinner.hidden.isOpen)
  }

  @Test("do many at once", .timeLimit(.minutes(1)))
  func many() async throws {
    let pictures = Errand.all(addresses.map { address in picture(at: address) })
    #expect(try await pictures.value() == loaded)
    let (nearServer, farServer) = (Errand.success("near"), Errand<String> { try await never() })
    let answer = Errand.race([nearServer, farServer])
    #expect(try await answer.value() == "near")
  }

  @Test("do many of different types at once", .timeLimit(.minutes(1)))
  func tuple() async throws {
    let answers = try await Self.answers(user: .success("somebody"), cover: .success(loaded[0]))
    #expect(answers == ("somebody", loaded[0]))
  }

  private static func answers(
    user: Errand<String>,
    cover: Errand<Picture>
  ) async throws -> (String, Picture) {
    let (user, cover) = try await Errand.all(user, cover).value()
    return (user, cover)
  }

  @Test("do many, a few at a time", .timeLimit(.minutes(1)))
  func sequence() async throws {
    let pictures = Errand.sequence(addresses, limit: 4) { address in picture(at: address) }
    #expect(try await pictures.value() == loaded)
  }

  @Test("share one piece of work", .timeLimit(.minutes(1)))
  func shared() async throws {
    let address = "cover.jpeg"
    let cover = picture(at: address).shared()
    #expect(try await cover.value() == Picture(address: address))
  }
}

/// Somebody's loader.
private func picture(at address: String) -> Errand<OperatorSnippets.Picture> {
  .success(OperatorSnippets.Picture(address: address))
}

/// A server that is too far away.
private func never() async throws -> String {
  try await Gate().wait()
  return "far"
}
