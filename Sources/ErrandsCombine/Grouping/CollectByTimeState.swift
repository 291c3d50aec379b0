#if !canImport(Combine)
  /// What is being collected, and which groups are on their way to the subscriber, as a value: no lock, no side
  /// effect.
  struct CollectByTimeState<Value, Failure: Error> {
    typealias Source = InletConnection<Value, Failure>

    /// How many values make a full group; nil where only the time counts.
    private let count: Int?
    private var source: Source?
    private var timer: (any CombineCancellable)?
    private var hasBegun = false
    private var isOver = false
    private var group: [Value] = []
    /// Groups that have been closed, for the scheduler to deliver.
    private var closed: [[Value]] = []
    /// The publisher has ended, and the scheduler has not said so yet.
    private var isEnding = false
    /// How it has ended: nil where it has let go without a word.
    private var completion: Subscribers.Completion<Failure>?

    init(count: Int?) {
      self.count = count
    }

    mutating func keep(_ source: Source) {
      if !isOver { self.source = source }
    }

    /// False where the timer has been set too late, and is to be cancelled.
    mutating func keep(_ timer: any CombineCancellable) -> Bool {
      guard !isOver else { return false }
      self.timer = timer
      return true
    }

    /// True for the first demand: the time runs from now.
    mutating func begin() -> Bool {
      defer { hasBegun = true }
      return !hasBegun && !isOver
    }

    /// The upstream to ask, and for how much, where so many more groups are wanted.
    func request(
      _ groups: Subscribers.Demand,
      isFirst: Bool
    ) -> (source: Source?, demand: Subscribers.Demand) {
      guard let count else { return (source, isFirst ? .unlimited : .none) }
      return (source, groups * count)
    }

    /// True where the group is full, and to be delivered.
    mutating func append(_ value: Value) -> Bool {
      guard !isOver else { return false }
      group.append(value)
      guard group.count == count else { return false }
      close()
      return true
    }

    /// The time has come for what has been collected.
    mutating func close() {
      guard !group.isEmpty else { return }
      closed.append(group)
      group = []
    }

    /// What has been collected is sent before the end, and thrown away before an error. What is to be let go of.
    mutating func finish(
      _ completion: Subscribers.Completion<Failure>?
    ) -> (timer: (any CombineCancellable)?, unused: [Value]) {
      guard !isOver else { return (nil, []) }
      if completion?.isFailure != true { close() }
      self.completion = completion
      isEnding = true
      let (_, timer, unused) = end()
      return (timer, unused)
    }

    /// What the scheduler delivers now, and whether that is all.
    mutating func take() -> (groups: [[Value]], isOver: Bool, completion: Subscribers.Completion<Failure>?) {
      defer { (closed, isEnding) = ([], false) }
      return (closed, isEnding, completion)
    }

    /// What is to be cancelled, or let go of; also the groups on their way.
    mutating func cancel() -> (source: Source?, timer: (any CombineCancellable)?, unused: [[Value]]) {
      defer { closed = [] }
      let (source, timer, unused) = end()
      return (source, timer, closed + [unused])
    }

    private mutating func end() -> (source: Source?, timer: (any CombineCancellable)?, unused: [Value]) {
      defer { group = [] }
      isOver = true
      return (source.take(), timer.take(), group)
    }
  }
#endif
