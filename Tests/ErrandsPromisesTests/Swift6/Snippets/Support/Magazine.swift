import Dispatch
import Foundation
import ErrandsPromises

// An application as there are many: mutable models, completion handlers, a delegate, a screen.

enum MagazineError: Error, Equatable {
  case missing(Int), refused, tooLate
}

struct Left: CancellableError {
  var isCancelled: Bool { true }
}

struct Story: Sendable {
  let number: Int
  var title: String

  init(_ number: Int, _ title: String) {
    self.number = number
    self.title = title
  }
}

@MainActor
class Press {
  var stories: [Int: Story] = [1: Story(1, "laws"), 2: Story(2, "birds"), 3: Story(3, "tides")]
  var refusals = 0

  func load(_ number: Int, completion: @escaping @Sendable (Story?, Error?) -> Void) {
    let story = stories[number]
    DispatchQueue.global().async { completion(story, story == nil ? MagazineError.missing(number) : nil) }
  }

  func count(completion: @escaping (Swift.Result<Int, Error>) -> Void) {
    completion(.success(stories.count))
  }

  func save(completion: @escaping @Sendable (Error?) -> Void) {
    refusals -= 1
    let error = refusals < 0 ? nil : MagazineError.refused
    DispatchQueue.global().async { completion(error) }
  }
}

@MainActor
protocol LocatorDelegate: AnyObject {
  func locator(_ locator: Locator, found place: String)
  func locator(_ locator: Locator, failed error: Error)
}

@MainActor
class Locator {
  weak var delegate: LocatorDelegate?

  func start() {
    DispatchQueue.main.async { self.delegate?.locator(self, found: "harbour") }
  }
}

@MainActor
class Page {
  var title = ""
  var isBusy = false
  var complaints: [String] = []
}
