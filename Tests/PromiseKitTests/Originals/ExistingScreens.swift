import PromiseKit
import Testing

@Suite("Screens in Swift 5 mode", .timeLimit(.minutes(1)))
@MainActor
struct ExistingScreens {
  // Their closures are main-actor code, which a handler that asked for `@Sendable` would not let them be.
  @Test("Handlers use the properties of a screen that is main-actor code by inheritance")
  func properties() async throws {
    let screen = AlbumScreen()
    let shown = screen.show("laws")
    #expect(screen.isBusy)
    try await shown.async()
    #expect(screen.tracks == ["one", "two", "three"])
    #expect(screen.title == "3 of 3")
    #expect(!screen.isBusy)
  }

  @Test("A screen's method is given as the handler, by name")
  func methodsByName() async {
    let screen = AlbumScreen()
    await screen.showOrComplain("storms").async()
    #expect(screen.complaints == ["album(\"storms\")"])
    #expect(!screen.isBusy)
  }

  @Test("Two answers of a screen's model come as two parameters")
  func twoAnswers() async throws {
    let screen = AlbumScreen()
    try await screen.showBoth("birds", "laws").async()
    #expect(screen.title == "owl,one,two,three")
    await #expect(throws: Archive.Missing.album("storms")) {
      try await screen.showBoth("birds", "storms").async()
    }
  }
}
