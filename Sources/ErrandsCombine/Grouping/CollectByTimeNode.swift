#if !canImport(Combine)
  import Errands

  /// One subscription to values that are collected by time.
  ///
  /// The subscriber is called on the scheduler only. What it is given there lies in the state, and not in the
  /// scheduler's closures: a scheduler that runs one of them twice delivers nothing twice, and one that drops one
  /// loses nothing that the next one does not deliver.
  final class CollectByTimeNode<Value, Context: Scheduler, Downstream: Subscriber>: Subscription
  where Downstream.Input == [Value] {
    typealias Failure = Downstream.Failure

    private let scheduler: Context
    private let interval: Context.SchedulerTimeType.Stride
    private let options: Context.SchedulerOptions?
    private let outlet: Outlet<Downstream, CollectByTimeState<Value, Failure>>

    init(
      _ strategy: Publishers.TimeGroupingStrategy<Context>,
      _ options: Context.SchedulerOptions?,
      for downstream: Downstream
    ) {
      let count: Int?
      switch strategy {
      case .byTime(let scheduler, let interval):
        (self.scheduler, self.interval, count) = (scheduler, interval, nil)
      case .byTimeOrCount(let scheduler, let interval, let limit):
        precondition(limit > 0, "the number of values in a full group must be more than zero")
        (self.scheduler, self.interval, count) = (scheduler, interval, limit)
      }
      self.options = options
      outlet = Outlet(downstream, CollectByTimeState(count: count))
    }

    /// The downstream is told of its subscription first: a publisher may complete while it is subscribed to.
    func connect<P: Publisher<Value, Failure>>(_ publisher: P, to downstream: Downstream) {
      let inlet = Inlet<Value, Failure>(
        value: { _, value in
          if self.outlet.withOwn({ $0.append(value) }) { self.schedule() }
          return .none
        },
        completion: { self.finish($0) },
        abandoned: { self.finish(nil) }
      )
      outlet.withOwn { $0.keep(inlet.connection) }
      downstream.receive(subscription: self)
      publisher.subscribe(inlet)
    }

    func request(_ demand: Subscribers.Demand) {
      guard demand > .none else { return }
      let (isFirst, isWaiting) = outlet.prepare { outlet, own in
        outlet.request(demand)
        return (own.begin(), outlet.isWaiting)
      }
      if isFirst { startTimer() }
      if isWaiting { schedule() }
      ask(for: demand, isFirst: isFirst)
    }

    func cancel() {
      outlet.cancel()
      let (source, timer, unused) = outlet.withOwn { $0.cancel() }
      timer?.cancel()
      source?.cancel()
      withExtendedLifetime(unused) {}
    }

    private func ask(for groups: Subscribers.Demand, isFirst: Bool = false) {
      let (source, demand) = outlet.withOwn { $0.request(groups, isFirst: isFirst) }
      source?.request(demand)
    }

    /// The timer does not keep the subscription alive: its publisher and its subscriber do.
    private func startTimer() {
      let timer = scheduler.schedule(
        after: scheduler.now.advanced(by: interval),
        interval: interval,
        tolerance: scheduler.minimumTolerance,
        options: options
      ) { [weak self] in self?.deliver { $0.close() } }
      if !outlet.withOwn({ $0.keep(timer) }) { timer.cancel() }
    }

    private func schedule() {
      scheduler.schedule(options: options) { self.deliver() }
    }

    private func finish(_ completion: Subscribers.Completion<Failure>?) {
      let (timer, unused) = outlet.withOwn { $0.finish(completion) }
      withExtendedLifetime(unused) { timer?.cancel() }
      let delivery = LastDelivery { self.outlet.abandon() }
      scheduler.schedule(options: options) { withExtendedLifetime(delivery) { self.deliver() } }
    }

    /// Called on the scheduler.
    private func deliver(_ before: (inout CollectByTimeState<Value, Failure>) -> Void = { _ in }) {
      let unused = outlet.change(delivered: { self.ask(for: $0) }) { outlet, own in
        before(&own)
        let (groups, isOver, completion) = own.take()
        let unused = groups.map { outlet.offer($0, surplus: .waits) }
        if isOver { outlet.finish(completion) }
        return unused
      }
      withExtendedLifetime(unused) {}
    }
  }
#endif
