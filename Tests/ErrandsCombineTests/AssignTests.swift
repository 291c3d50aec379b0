import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("Assigning without retaining", .timeLimit(.minutes(1)))
struct AssignTests {
  private final class Screen: ObservableObject {
    var title = ""
    var subtitle: String?
    @Published var shown = 0
    var subscriptions: Set<AnyCancellable> = []
    let probe: LiveObjects.Object

    init(_ live: LiveObjects) { probe = live.object("screen") }
  }

  @Test("Values arrive in the property while the object lives")
  func assigns() {
    let source = Source<String, Never>()
    let screen = Screen(LiveObjects())
    source.weakAssign(to: \.title, on: screen).store(in: &screen.subscriptions)
    source.weakAssign(to: \.subtitle, on: screen).store(in: &screen.subscriptions)
    source.send("sea")
    #expect(screen.title == "sea")
    #expect(screen.subtitle == "sea")
    screen.subscriptions = []
    source.send("land")
    #expect(screen.title == "sea")
  }

  @Test("An object that stores the subscription goes away all the same")
  func lifetime() async throws {
    // With `assign(to:on:)` the object holds the subscription, which holds the object.
    let source = Source<String, Never>()
    try await withLiveObjects { live in
      let screen = Screen(live)
      source.weakAssign(to: \.title, on: screen).store(in: &screen.subscriptions)
      source.send("sea")
    }
    source.send("land")
  }

  @Test("The first value that finds the object gone cancels the publisher")
  func gone() {
    let seen = Events<String>()
    let source = Source<String, Never>()
    var screen: Screen? = Screen(LiveObjects())
    let subscription = screen.map { screen in
      source.handleEvents(receiveCancel: { seen.record("cancelled") }).weakAssign(to: \.title, on: screen)
    }
    screen = nil
    #expect(screen == nil)
    source.send("sea")
    source.send("land")
    #expect(seen.all == ["cancelled"])
    subscription?.cancel()
    #expect(seen.count == 1)
  }

  @Test("The property may be a published one, which tells its own subscribers")
  func published() async throws {
    let seen = Events<Int>()
    try await withLiveObjects { live in
      let source = Source<Int, Never>()
      let screen = Screen(live)
      let subscription = screen.$shown.sink { seen.record($0) }
      source.weakAssign(to: \.shown, on: screen).store(in: &screen.subscriptions)
      source.send(1)
      source.send(2)
      subscription.cancel()
    }
    #expect(seen.all == [0, 1, 2])
  }

  @Test("assign(to:) to a published property does not retain the object either")
  func publishedAssign() async throws {
    let source = Source<Int, Never>()
    try await withLiveObjects { live in
      let screen = Screen(live)
      source.assign(to: &screen.$shown)
      source.send(1)
      #expect(screen.shown == 1)
    }
    source.send(2)
  }

  @Test("withUnretained gives owner and value, and finishes when the owner is gone")
  func unretained() {
    let seen = Events<String>()
    let source = Source<String, Never>()
    var screen: Screen? = Screen(LiveObjects())
    let subscription = screen.map { screen in
      source.handleEvents(receiveCancel: { seen.record("cancelled") }).withUnretained(screen).sink(
        receiveCompletion: { _ in seen.record("finished") },
        receiveValue: { screen, title in
          screen.title = title
          seen.record(screen.title)
        }
      )
    }
    source.send("sea")
    screen = nil
    #expect(screen == nil)
    source.send("land")
    source.send("sky")
    #expect(seen.all.first == "sea")
    #expect(seen.all.dropFirst().sorted() == ["cancelled", "finished"])
    subscription?.cancel()
  }
}
