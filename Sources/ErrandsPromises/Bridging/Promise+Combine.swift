#if canImport(Combine)
  public import Combine
  import Errands
  import ErrandsEager

  // A future's promise and a subscription take a lock themselves, though their types do not say so.

  extension Promise {
    /// A future with the same outcome. Where nothing is left that could resolve the promise, it fails with
    /// `AbandonedError`.
    public func future() -> Future<T, any Error> {
      Future { seal in
        let seal = Unchecked(seal)
        self.whenDecided(as: .link) { seal.value($0.abandonmentMapped) }
      }
    }
  }

  extension Guarantee {
    /// A future with the same value.
    public func future() -> Future<T, Never> {
      Future { seal in
        let seal = Unchecked(seal)
        self.whenDecided(as: .link) { outcome in
          if case .success(let value) = outcome { seal.value(.success(value)) }
        }
      }
    }
  }

  extension Future where Output: Sendable {
    /// A promise with the same outcome. Cancelling it cancels the subscription.
    public func promise() -> ErrandsPromises.Promise<Output> {
      let promise = ErrandsPromises.Promise<Output>(source: nil)
      let subscription = Unchecked(
        sink(
          receiveCompletion: { completion in
            if case .failure(let error) = completion { promise.settle(.failure(error)) }
          },
          receiveValue: { promise.settle(.success($0)) }
        )
      )
      promise.setSource(StoppableWork { subscription.value.cancel() })
      return promise
    }
  }

  extension Future where Output: Sendable, Failure == Never {
    /// A guarantee with the same value. Cancelling what stands on it cancels the subscription.
    public func guarantee() -> Guarantee<Output> {
      let guarantee = Guarantee<Output>(source: nil)
      let subscription = Unchecked(sink { guarantee.settle(.success($0)) })
      guarantee.setSource(StoppableWork { subscription.value.cancel() })
      return guarantee
    }
  }
#endif
