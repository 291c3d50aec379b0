#if !canImport(Combine)
  extension Publishers {
    /// The values of a publisher in groups, one for each interval in which there are some.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
      /// A group, in the order in which the values came.
      public typealias Output = [Upstream.Output]
      /// The error of the upstream.
      public typealias Failure = Upstream.Failure

      /// The publisher of the values.
      public let upstream: Upstream
      /// The scheduler, the interval, and how many values make a full group.
      public let strategy: TimeGroupingStrategy<Context>
      /// What the scheduler is given with each piece of work.
      public let options: Context.SchedulerOptions?

      /// The values of `upstream` in groups; see `collect(_:options:)`.
      public init(
        upstream: Upstream,
        strategy: TimeGroupingStrategy<Context>,
        options: Context.SchedulerOptions?
      ) {
        self.upstream = upstream
        self.strategy = strategy
        self.options = options
      }

      /// Subscribes to the upstream.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        CollectByTimeNode(strategy, options, for: subscriber).connect(upstream, to: subscriber)
      }
    }
  }

  extension Publisher {
    /// Collects values, and sends them in groups.
    ///
    /// ```swift
    /// let batches = names.collect(.byTimeOrCount(queue.ocombine, .seconds(1), 100))
    /// ```
    ///
    /// A group is sent when an interval has passed, and, `byTimeOrCount`, as soon as it is full; there are no empty
    /// ones. When the publisher finishes, what has been collected is sent before the end; when it fails, it is thrown
    /// away. Groups and ends come on the scheduler. The time runs from the first demand.
    ///
    /// `byTime` asks for everything, `byTimeOrCount` for as many values as there are in the groups that it is asked
    /// for. A group waits until the subscriber asks for it.
    ///
    /// - Parameters:
    ///   - strategy: The scheduler, the interval, and how many values make a full group.
    ///   - options: What the scheduler is given with each piece of work.
    public func collect<Context: Scheduler>(
      _ strategy: Publishers.TimeGroupingStrategy<Context>,
      options: Context.SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, Context> {
      Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
    }
  }
#endif
