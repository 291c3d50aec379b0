/// A sequence whose iterator may block, read on threads that may.
///
/// On a thread of the cooperative pool two of them that waited, for a line of input say, were enough to stop
/// every task of a process on a machine with two processors.
@usableFromInline
struct BlockingElements<Elements: Sequence & Sendable>: AsyncSequence, Sendable {
  @usableFromInline typealias Element = Elements.Element

  private let elements: Elements

  @usableFromInline
  init(_ elements: Elements) { self.elements = elements }

  @usableFromInline
  func makeAsyncIterator() -> Iterator { Iterator(reader: Reader(elements)) }

  @usableFromInline
  struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: Reader

    @usableFromInline
    mutating func next() async -> Element? {
      let arrived = Settlement<Void>()
      // The sequence is the caller's, and sees the caller's task-local values.
      let (reader, context) = (reader, TaskContext())
      WorkerThreads.shared.start {
        context.call { reader.read() }
        arrived.settle(.success(()))
      }
      _ = await arrived.settled {}
      return reader.element.take()
    }
  }

  fileprivate final class Reader: @unchecked Sendable {
    // Sendable: one thread after the other reads, and the task looks when it has been told.
    private let elements: Elements
    private var iterator: Elements.Iterator?
    var element: Element?

    init(_ elements: Elements) { self.elements = elements }

    func read() {
      if iterator == nil { iterator = elements.makeIterator() }
      element = iterator?.next()
    }
  }
}
