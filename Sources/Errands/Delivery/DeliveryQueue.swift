/// The deliveries of one run to one executor, first come first served, one under way at a time. A value: each
/// event answers with the delivery to begin now.
///
/// One queue for progress and outcome alike is what makes "the last report comes before the outcome" and
/// "handlers in the order in which they were registered" hold on a concurrent executor, too.
struct DeliveryQueue: Sendable {
  /// As big as a pointer, as each is handed on several times.
  enum Item: Sendable {
    /// A handler; `dropped` is called instead, where the executor throws the work away.
    indirect case handler(Delivery, call: @Sendable () -> Void, dropped: @Sendable () -> Void)
    /// The newest report, read in its turn. No function, as one for each report would be made and freed.
    case report(ProgressObserver)

    var delivery: Delivery {
      switch self {
      case .handler(let delivery, _, _): delivery
      case .report(let observer): observer.delivery
      }
    }

    func call(for run: AnyRun) {
      switch self {
      case .handler(_, let call, _): call()
      case .report(let observer): observer.deliver { run.newestReport(for: observer.delivery) }
      }
    }

    func dropped() {
      switch self {
      case .handler(_, _, let dropped): dropped()
      case .report(let observer): observer.dropped()
      }
    }
  }

  private var waiting = FirstInFirstOut<Item>()
  private(set) var isUnderWay = false

  var waitingCount: Int { waiting.count }

  /// The item, if it may begin now.
  mutating func enqueue(_ item: Item) -> Item? {
    guard isUnderWay else {
      isUnderWay = true
      return item
    }
    waiting.append(item)
    return nil
  }

  /// Begins a delivery on the spot, where no other is under way.
  mutating func tryToBegin() -> Bool {
    defer { isUnderWay = true }
    return !isUnderWay
  }

  /// The delivery under way has ended: the one to begin now, if there is one.
  mutating func advance() -> Item? {
    let next = waiting.popFirst()
    isUnderWay = next != nil
    return next
  }
}

/// The delivery queues of one run: one for each executor, as no handler waits for another's executor. There
/// used to be one for all, and an observer on a suspended queue held up every handler, and every awaiter of
/// the run.
struct DeliveryQueues: Sendable {
  /// On the spot.
  var immediate = DeliveryQueue()
  private var others = Executors.few([])
  private var isOutcomeImmediate = false

  mutating func enqueue(_ item: DeliveryQueue.Item) -> DeliveryQueue.Item? {
    guard let executor = item.delivery.executor else { return immediate.enqueue(item) }
    return others.change(executor) { $0.queue.enqueue(item) }
  }

  mutating func advance(_ executor: ObjectIdentifier?) -> DeliveryQueue.Item? {
    guard let executor else { return immediate.advance() }
    return others.change(executor) { $0.queue.advance() }
  }

  /// The outcome is to be told there.
  mutating func noteOutcome(for executor: ObjectIdentifier?) {
    guard let executor else { return isOutcomeImmediate = true }
    others.change(executor) { $0.bringsOutcome = true }
  }

  /// Whether the outcome is to be told there, or has been.
  func bringsOutcome(to executor: ObjectIdentifier?) -> Bool {
    guard let executor else { return isOutcomeImmediate }
    return others.find(executor)?.bringsOutcome ?? false
  }

  /// How many executors beside the spot have a delivery under way, or are told the outcome.
  var executorCount: Int { others.count }

  /// How many deliveries wait there for the one that is under way.
  func waitingCount(for executor: ObjectIdentifier?) -> Int {
    guard let executor else { return immediate.waitingCount }
    return others.find(executor)?.queue.waitingCount ?? 0
  }
}

extension DeliveryQueues {
  /// The executors that have a delivery under way, or are told the outcome.
  ///
  /// There are seldom more than two, which are looked through. Of ten thousand, each would be looked for among
  /// all the others: they are found by their identity.
  private enum Executors: Sendable {
    case few([Entry])
    case many([ObjectIdentifier: Entry])

    struct Entry: Sendable {
      let executor: ObjectIdentifier
      var queue = DeliveryQueue()
      var bringsOutcome = false

      var isNeeded: Bool { bringsOutcome || queue.isUnderWay }
    }

    /// From so many on, they are found by their identity.
    static let many = 16

    var count: Int {
      switch self {
      case .few(let list): list.count
      case .many(let entries): entries.count
      }
    }

    func find(_ executor: ObjectIdentifier) -> Entry? {
      switch self {
      case .few(let list): list.first { $0.executor == executor }
      case .many(let entries): entries[executor]
      }
    }

    /// Changes the executor's entry, which is made where there is none, and forgotten where it is not needed
    /// any more.
    mutating func change<Answer>(_ executor: ObjectIdentifier, _ change: (inout Entry) -> Answer) -> Answer {
      // Neither is shared while it changes, or all of it would be copied.
      switch self {
      case .few(var list):
        self = .few([])
        defer { self = list.count < Self.many ? .few(list) : .many(Self.indexed(list)) }
        let index = list.firstIndex { $0.executor == executor } ?? list.count
        if index == list.count { list.append(Entry(executor: executor)) }
        defer { if !list[index].isNeeded { list.remove(at: index) } }
        return change(&list[index])
      case .many(var entries):
        self = .few([])
        defer { self = .many(entries) }
        var entry = entries.removeValue(forKey: executor) ?? Entry(executor: executor)
        defer { if entry.isNeeded { entries[executor] = entry } }
        return change(&entry)
      }
    }

    private static func indexed(_ list: [Entry]) -> [ObjectIdentifier: Entry] {
      Dictionary(uniqueKeysWithValues: list.map { ($0.executor, $0) })
    }
  }
}
