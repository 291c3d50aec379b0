import ErrandsPromises
import ErrandsTesting

/// A view model as a Swift 6 application writes it: what `on:`-less handlers are for.
@MainActor
final class MainActorScreen {
  var title = ""
  var steps: [String] = []
  let events = Events<String>()

  func note(_ step: String) {
    MainActor.assertIsolated()
    steps.append(step)
    events.record(step)
  }

  func load(_ chart: Promise<String>) {
    chart.then { value -> Promise<String> in
      self.note("then")
      return .value(value + "!")
    }
    .map { value in
      self.note("map")
      return value.uppercased()
    }
    .compactMap { value -> String? in
      self.note("compactMap")
      return value
    }
    .get { _ in self.note("get") }
    .tap { _ in self.note("tap") }
    .ensure { self.note("ensure") }
    .ensureThen {
      self.note("ensureThen")
      return Guarantee.value
    }
    .done { self.title = $0 }
    .catch { self.note("catch \($0)") }
    .finally { self.note("finally") }
  }

  func repair(_ chart: Promise<String>) {
    chart.recover { error -> Promise<String> in
      self.note("recover")
      throw error
    }
    .recover { _ in
      self.note("recover to a guarantee")
      return Guarantee.value("guaranteed")
    }
    .then { value in
      self.note("then")
      return Guarantee.value(value)
    }
    .map { value in
      self.note("map")
      return value + "!"
    }
    .get { _ in self.note("get") }
    .done { value in
      self.title = value
      self.note("done")
    }
  }

  func forgive(_ saving: Promise<Void>) {
    saving.recover { error in
      self.note("rethrown")
      throw error
    }
    .recover { _ in self.note("forgiven") }
    .done { self.note("done") }
  }
}
