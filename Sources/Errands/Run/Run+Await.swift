extension Run {
  /// Waits for the run and gives its value.
  ///
  /// Waiting is looking on: a waiting task that is cancelled leaves at once with `CancellationError`, and the
  /// run goes on. To have both end together, await ``Errand/value(in:reporting:)`` instead. No handler is
  /// waited for.
  ///
  /// - Throws: The error of the run; `CancellationError` where the run or the waiting task is cancelled.
  @inlinable
  public var value: Value {
    get async throws {
      if let outcome = settlement.announcedOutcome {
        trace(.delivered)
        return try outcome.get()
      }
      escalateToWaitingTask()
      guard let outcome = await settlement.outcomeToCome(onCancel: { true }) else {
        throw CancellationError()
      }
      trace(.delivered)
      return try outcome.get()
    }
  }

  /// Waits for the run and gives its outcome, whatever it is.
  ///
  /// It never throws, and so it has an outcome to wait for: a waiting task that is cancelled waits on. Cancel
  /// the run, and it ends at once. No handler is waited for.
  @inlinable
  public var settled: Outcome {
    get async {
      escalateToWaitingTask()
      let outcome = await settlement.settled(onCancel: {})
      trace(.delivered)
      return outcome
    }
  }

  @inlinable @inline(__always)
  func escalateToWaitingTask() { escalate(to: WorkPriority(of: Task.currentPriority)) }

  /// Starts the work, waits, and cancels the run when the waiting task is cancelled.
  ///
  /// The work starts last of all, when the waiting task is about to make room on its thread: so most work
  /// needs no second thread to be woken.
  ///
  /// The priority is left alone: who waits may be the parent's own task, which is only ever raised, and would keep a child
  /// as urgent as the parent once was.
  @inlinable
  func outcome(of work: Work<Value>) async -> Outcome {
    let outcome = await settlement.outcomeToCome(
      begin: { if enterScope() { start(work) } },
      onCancel: {
        cancel()
        return false
      }
    )
    trace(.delivered)
    return outcome ?? .failure(AbandonedError(origin: nil))
  }

  /// Does the work inside the waiting task, where it is an asynchronous function: for a run that only the
  /// waiting task can cancel, and whose work is not waited for after a cancellation.
  @inlinable @inline(__always)
  func outcome(ofInline work: Work<Value>) async -> Outcome {
    guard let operation = work.asyncFunction else { return await outcome(of: work) }
    guard isRunning else { return outcome ?? .failure(CancellationError()) }
    if Trace.isObserved { return await outcome(ofObserved: operation) }
    do { settle(.success(try await operation())) } catch { settle(.failure(error)) }
    return outcome ?? .failure(CancellationError())
  }

  @usableFromInline
  @inline(never)
  func outcome(ofObserved operation: @escaping @Sendable () async throws -> Value) async -> Outcome {
    trace(.started)
    do { settle(.success(try await Trace.calling(for: id, operation))) } catch { settle(.failure(error)) }
    return outcome ?? .failure(CancellationError())
  }
}
