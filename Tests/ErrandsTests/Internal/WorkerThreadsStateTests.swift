import Testing

@testable import Errands

@Suite("Which threads come for work that may block")
struct WorkerThreadsStateTests {
  private typealias Calls = WorkerThreadsState<Int>.Calls
  private static let nobody = Calls()
  private static let one = Calls(new: 1)

  /// The state as an object: what changes it can stand in an expectation.
  private final class Threads {
    private var state = WorkerThreadsState<Int>()

    func add(_ piece: Int) -> Calls { state.add(piece) }
    func arrive() -> Bool { state.arrive() }
    func next(afterAnother: Bool = false) -> Int? { state.next(afterAnother: afterAnother).job }
    func look() -> (Calls, goesOn: Bool) { state.look() }
    func leave() -> Bool { state.leave() }
    func miss(_ count: Int) -> Bool { state.miss(count) }
  }

  /// One thread is at work, one looks out, and nothing waits.
  private func busy() -> Threads {
    let threads = Threads()
    _ = (threads.add(1), threads.add(2))
    _ = (threads.arrive(), threads.arrive())
    _ = (threads.next(), threads.next(afterAnother: true))
    return threads
  }

  @Test("One is made for the first piece, and a lookout where another waits; then none more")
  func first() {
    let threads = Threads()
    #expect(threads.add(1) == Self.one)
    #expect(threads.add(2) == Self.one)
    #expect(threads.add(3) == Self.nobody)
    #expect(threads.arrive(), "The first to come looks out.")
    #expect(!threads.arrive())
  }

  @Test("The thread that has come takes one piece after the other, and then sleeps until it is called")
  func order() {
    let threads = Threads()
    _ = (threads.add(1), threads.add(2), threads.arrive(), threads.arrive())
    #expect(threads.next() == 1)
    #expect(threads.next(afterAnother: true) == 2)
    #expect(threads.next(afterAnother: true) == nil)
    #expect(threads.add(3) == Calls(asleep: 1))
    #expect(!threads.arrive())
    #expect(threads.next() == 3)
  }

  // Each piece called another thread, and a hundred of them fought for the lock.
  @Test("Pieces that take no time call nobody, however many there are")
  func quick() {
    let threads = busy()
    for piece in 3..<1_000 {
      #expect(threads.add(piece) == Self.nobody)
      #expect(threads.next(afterAnother: true) == piece)
      if piece.isMultiple(of: 100) { #expect(threads.look() == (Self.nobody, goesOn: true)) }
    }
  }

  @Test("A piece that has waited from one look to the next calls a thread; one that came between does not")
  func waiting() {
    let threads = busy()
    _ = threads.look()
    #expect(threads.add(3) == Self.nobody)
    #expect(threads.look() == (Self.nobody, goesOn: true))
    #expect(threads.look() == (Self.one, goesOn: true))
    #expect(threads.look() == (Self.nobody, goesOn: true), "It is on its way.")
    #expect(!threads.arrive())
    #expect(threads.next() == 3)
  }

  @Test("Where all are held up, the next piece need not wait for a look")
  func heldUp() {
    let threads = busy()
    #expect(threads.look() == (Self.nobody, goesOn: true))
    #expect(threads.look() == (Self.nobody, goesOn: false), "Nothing waits, and nothing is begun.")
    #expect(threads.add(3) == Calls(asleep: 1))
    #expect(!threads.arrive())
    // Whoever comes back after all is there for the next ones again.
    #expect(threads.next(afterAnother: true) == 3)
    #expect(threads.add(4) == Self.one, "A lookout.")
  }

  @Test("Each look at threads that are blocked doubles them, as far as pieces wait")
  func doubled() {
    let threads = Threads()
    for piece in 0..<12 { _ = threads.add(piece) }
    _ = (threads.arrive(), threads.arrive())
    var count = 1
    var made: [Int] = []
    _ = threads.next()
    for _ in 0..<5 {
      let calls = threads.look().0
      made.append(calls.new)
      for _ in 0..<calls.new {
        _ = (threads.arrive(), threads.next())
        count += 1
      }
    }
    #expect(made == [1, 2, 4, 4, 0])
    #expect(count == 12)
  }

  @Test("Where pieces are done, if slowly, one thread more comes at each look")
  func slow() {
    let threads = Threads()
    for piece in 0..<100 { _ = threads.add(piece) }
    _ = (threads.arrive(), threads.arrive())
    _ = threads.next()
    for count in 1...3 {
      for _ in 0..<count { _ = threads.next(afterAnother: true) }
      #expect(threads.look() == (Self.one, goesOn: true))
      _ = (threads.arrive(), threads.next())
    }
  }

  // It was waited for: no piece of work was begun any more, and no deadline came.
  @Test("One that cannot be made is not waited for, but asked for by the next piece, or by the lookout")
  func missing() {
    let threads = Threads()
    #expect(threads.add(1) == Self.one)
    #expect(threads.miss(1), "Nobody is left who would ask for one.")
    #expect(threads.add(2) == Self.one)
    #expect(threads.add(3) == Self.one, "A lookout.")
    #expect(!threads.miss(1), "The other one is on its way.")
    #expect(threads.arrive(), "It looks out.")
    #expect(threads.look() == (Self.one, goesOn: true))
    #expect(!threads.miss(1), "The lookout asks again.")
    #expect(threads.look() == (Self.one, goesOn: true))
    #expect(!threads.arrive())
    #expect(threads.next() == 1)
  }

  @Test("Where neither comes, of two that cannot be made, both are asked for again")
  func bothMissing() {
    let threads = Threads()
    _ = (threads.add(1), threads.add(2))
    #expect(threads.miss(2))
    #expect(threads.add(3) == Self.one)
    #expect(threads.add(4) == Self.one)
  }

  @Test("A sleeping thread may go, and not once it has been called")
  func leaving() {
    let threads = Threads()
    _ = (threads.add(1), threads.arrive(), threads.next(), threads.next(afterAnother: true))
    #expect(threads.add(2) == Calls(asleep: 1))
    #expect(!threads.leave())
    _ = (threads.arrive(), threads.next(), threads.next(afterAnother: true))
    #expect(threads.leave())
    #expect(threads.add(3) == Self.one)
  }
}
