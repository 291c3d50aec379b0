#if !canImport(Combine)
  extension Publishers {
    /// When values that are collected make a group.
    public enum TimeGroupingStrategy<Context: Scheduler> {
      /// Whenever an interval has passed, by the scheduler's clock.
      case byTime(Context, Context.SchedulerTimeType.Stride)
      /// Whenever an interval has passed, and as soon as there are so many of them; more than none.
      case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }
  }
#endif
