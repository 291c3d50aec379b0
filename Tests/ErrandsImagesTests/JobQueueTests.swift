import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Jobs in line", .timeLimit(.minutes(1)))
  struct JobQueueTests {
    private struct NumberedJob: PerformableJob {
      let number: Int
      let recorder: Recorder

      func perform() { recorder.record(String(number)) }
    }

    @Test("First come, first served, also while more come in")
    func order() {
      let queue = JobQueue()
      let recorder = Recorder()
      for number in 0..<50 {
        queue.append(NumberedJob(number: 2 * number, recorder: recorder))
        queue.append(NumberedJob(number: 2 * number + 1, recorder: recorder))
        queue.next()?.perform()
      }
      for _ in 0..<50 { queue.next()?.perform() }
      #expect(recorder.events == (0..<100).map(String.init))
    }

    @Test("A closed queue hands out what it has, and then ends every thread")
    func closed() {
      let queue = JobQueue()
      let recorder = Recorder()
      for number in 0..<3 { queue.append(NumberedJob(number: number, recorder: recorder)) }
      queue.close(threads: 2)
      while let job = queue.next() { job.perform() }
      #expect(queue.next() == nil)
      #expect(recorder.events == ["0", "1", "2"])
    }

    @Test("The lock lets one in at a time")
    func lock() async {
      let gauge = Gauge()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { for _ in 0..<10_000 { gauge.enter() } }
        }
      }
      // Without a lock, some of the increments are lost.
      #expect(gauge.most == 80_000)
    }
  }
}
