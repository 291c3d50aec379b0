extension Errand {
  /// The work for each element of a sequence, at most `limit` at a time, taken in the sequence's order; gives
  /// every value in that order. The sequence is read as places become free, so of a million elements no more
  /// than `limit` have an errand at a time. An iterator may block: that of anything but a collection is
  /// called on a thread of its own.
  ///
  /// It fails fast: where one fails, no more are begun, those in flight are cancelled first, and the run
  /// fails with that error once they have settled. Progress counts those that are done; the total is nil but
  /// in the last report.
  ///
  /// ```swift
  /// let pictures = Errand.sequence(addresses, limit: 4) { address in picture(at: address) }
  /// ```
  ///
  /// - Parameters:
  ///   - limit: How many are in flight at most; less than one counts as one.
  ///   - work: Makes the errand for an element.
  @inlinable
  public static func sequence<Member: Sendable, Elements: Sequence & Sendable>(
    _ elements: Elements,
    limit: Int,
    fileID: String = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable (Elements.Element) -> Errand<Member>
  ) -> Errand where Value == [Member] {
    Errand(name: nil, origin: SourceLocation(fileID: fileID, line: line)) { callback in
      let children = SequenceChildren<Member>(limit: limit, callback)
      callback.run.adopt(children)
      guard elements is any Collection else {
        return children.start { await children.read(BlockingElements(elements), work) }
      }
      var iterator = elements.makeIterator()
      SequenceWorkers(children) { iterator.next().map(work) }.begin()
    }
  }

  /// As ``sequence(_:limit:fileID:line:_:)``, over an asynchronous sequence, whose error fails the run too.
  @inlinable
  public static func sequence<Member: Sendable, Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    limit: Int,
    fileID: String = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable (Elements.Element) -> Errand<Member>
  ) -> Errand where Value == [Member] {
    Errand(name: nil, origin: SourceLocation(fileID: fileID, line: line)) { callback in
      let children = SequenceChildren<Member>(limit: limit, callback)
      callback.run.adopt(children)
      children.start { await children.read(elements, work) }
    }
  }
}

/// A sequence whose iterator may block, read on threads that may block.
///
/// On threads of the cooperative pool two such iterators that waited, for a line of input say, were enough to
/// stop every task of a process on a machine with two processors.
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
