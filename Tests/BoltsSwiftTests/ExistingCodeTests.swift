import BoltsSwift
import Foundation
import Testing

/// As it is written in Swift 5 mode: it compiles without a change and without a warning.
@Suite("Code written for Bolts", .timeLimit(.minutes(1)))
struct ExistingCodeTests {
  private let store = PhotoStore()

  init() {
    store.add(Photo(title: "sea", size: 3))
    store.add(Photo(title: "hill", size: 5))
  }

  @Test("A class that is not Sendable is a result")
  func aClassThatIsNotSendableIsAResult() {
    let task = store.load("sea")
    task.waitUntilCompleted()
    #expect(task.result?.size == 3)
  }

  @Test("An error is answered")
  func anErrorIsAnswered() {
    var missing: String?
    let task = store.load("moon").continueOnErrorWith { (error: PhotoError) -> Photo in
      if case .missing(let title) = error { missing = title }
      return Photo(title: "placeholder", size: 0)
    }
    task.waitUntilCompleted()
    #expect(task.result?.title == "placeholder")
    #expect(missing == "moon")
  }

  @Test("All are loaded")
  func allAreLoaded() {
    let task = store.sizes(of: ["hill", "sea"])
    task.waitUntilCompleted()
    #expect(task.result == [5, 3])

    let failed = store.sizes(of: ["hill", "moon"])
    failed.waitUntilCompleted()
    #expect(failed.error is AggregateError)
  }

  @Test("A variable is captured, and changed")
  func aVariableIsCaptured() {
    var steps: [String] = []
    let source = TaskCompletionSource<Int>()
    source.task.continueWith { task in
      steps.append(task.description)
    }
    source.task.continueOnSuccessWith(.immediate) { number in
      steps.append("\(number)")
    }
    source.set(result: 1)
    #expect(steps == ["Task: success(1)", "1"])
  }

  @Test("Generic functions have no constraints")
  func genericFunctionsWithoutConstraints() {
    let task = pair(store.load("sea"), Task("second"))
    task.waitUntilCompleted()
    #expect(task.result?.0.title == "sea")
    #expect(task.result?.1 == "second")

    var attempts = 0
    let retried = retry(3) { () -> Task<Photo> in
      attempts += 1
      return attempts < 3 ? Task(error: PhotoError.broken) : Task(Photo(title: "third", size: 1))
    }
    #expect(retried.result?.title == "third")
    #expect(attempts == 3)
  }

  @Test("A generic class has none either")
  func aGenericClass() {
    let cache = Cache<Photo>()
    var made = 0
    for _ in 0..<2 {
      let task = cache.value("a") { key in
        made += 1
        return Photo(title: key, size: 1)
      }
      #expect(task.result?.title == "a")
    }
    #expect(made == 1)
  }

  @Test("Every executor calls its continuation")
  func everyExecutor() {
    let operations = OperationQueue()
    let executors: [Executor] = [
      .default, .immediate, .mainThread, .queue(store.queue), .operationQueue(operations),
      .closure { body in body() },
      .escapingClosure { body in DispatchQueue.global().async { body() } },
    ]
    for executor in executors {
      let task = Task(1).continueOnSuccessWith(executor) { number in number + 1 }
      task.waitUntilCompleted()
      #expect(task.result == 2)
    }
  }

  @Test("The main thread is an executor")
  func theMainThread() {
    var title = ""
    let task = store.load("sea").continueOnSuccessWith(.mainThread) { photo in
      dispatchPrecondition(condition: .onQueue(.main))
      title = photo.title
    }
    task.waitUntilCompleted()
    #expect(title == "sea")
  }

  @Test("An executor is looked at by a switch")
  func anExecutorIsASwitch() {
    var bodies: [() -> Void] = []
    let executor = Executor.escapingClosure { body in bodies.append(body) }
    let task = Task.execute(executor) { 7 }
    #expect(!task.completed)
    bodies.forEach { $0() }
    #expect(task.result == 7)

    switch executor {
    case .escapingClosure(let call): call { bodies.removeAll() }
    default: Issue.record("another executor")
    }
    executor.execute { bodies.removeAll() }
  }

  @Test("Functions are passed by name")
  func functionsArePassedByName() {
    func size(_ photo: Photo) -> Int { return photo.size }
    func describe(_ task: Task<Int>) throws -> String { return task.description }
    let make: (Int) -> Task<Int> = Task.init

    let task = store.load("hill").continueOnSuccessWith(continuation: size).continueWith(
      continuation: describe
    )
    task.waitUntilCompleted()
    #expect(task.result == "Task: success(5)")
    #expect([1, 2].map(make).compactMap { $0.result } == [1, 2])
  }

  @Test("Cancellation is neither result nor error")
  func cancellation() {
    let cancelled: Task<Photo> = Task.cancelledTask()
    #expect(cancelled.cancelled)
    let task = store.load("sea").continueOnSuccessWith { _ -> Photo in throw CancelledError() }
    task.waitUntilCompleted()
    #expect(task.cancelled)
    #expect(task.error == nil)
  }

  @Test("The task is extended")
  func anExtensionOfTheTask() {
    var log: [String] = []
    let task = Task(5).logged { log.append($0) }
    #expect(task.result == 5)
    #expect(log == ["Task: success(5)"])
  }

  @Test("A delay, and work on a queue")
  func aRename() {
    store.rename("sea", to: "ocean").waitUntilCompleted()
    let task = Task<Void>.withDelay(0.001).continueOnSuccessWithTask { self.store.load("ocean") }
    task.waitUntilCompleted()
    #expect(task.result?.size == 3)
    #expect(store.log == ["renamed sea"])
  }
}
