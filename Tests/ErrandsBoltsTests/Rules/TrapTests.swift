import ErrandsBolts
import Testing

@Suite("Setting twice", .timeLimit(.minutes(1)))
struct TrapTests {
  @Test("Rule 2: set(result:) traps on a task that has ended")
  func result() async {
    await #expect(processExitsWith: .failure) {
      let source = TaskCompletionSource<Int>()
      source.set(error: Failure())
      source.set(result: 1)
    }
  }

  @Test("Rule 2: set(error:) traps on a task that has ended")
  func error() async {
    await #expect(processExitsWith: .failure) {
      let source = TaskCompletionSource<Int>()
      source.set(result: 1)
      source.set(error: Failure())
    }
  }

  @Test("Rule 2: cancel() traps on a task that has ended")
  func cancel() async {
    await #expect(processExitsWith: .failure) {
      let source = TaskCompletionSource<Int>()
      source.set(result: 1)
      source.cancel()
    }
  }

  @Test("Rule 2: To set what the source has cancelled itself traps, too")
  func afterCancel() async {
    await #expect(processExitsWith: .failure) {
      let source = TaskCompletionSource<Int>()
      source.cancel()
      source.set(result: 1)
    }
  }

  /// In Bolts nobody but the source ends its task, so existing code sets without asking.
  @Test("To set what a consumer has cancelled is no mistake, and has no effect")
  func afterConsumer() {
    let source = TaskCompletionSource<Int>()
    source.task.cancel()
    source.set(result: 1)
    source.set(error: Failure())
    source.cancel()
    #expect(source.task.cancelled)
    #expect(source.task.result == nil)
  }
}
