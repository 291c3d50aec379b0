import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Rules of the configuration", .serialized, .timeLimit(.minutes(1)))
struct ConfigurationRules {
  /// What a log handler is a method of, and what is logged when it goes.
  private final class Diagnostics: Sendable {
    private let pending = Guarantee<Int>.pending()

    func note(_ event: LogEvent) {}
  }

  // It was freed inside the lock of the configuration, which it then asked for the log handler.
  @Test("What a log handler held is logged by the one that takes its place")
  func formerLogHandler() async {
    let logged = Events<String>()
    await withConfiguration { _ in
    } _: {
      conf.logHandler = Diagnostics().note
      conf.logHandler = { logged.record("\($0)") }
    }
    #expect(logged.all == ["pendingGuaranteeDeallocated"])
  }
}
