#if PMKFullDeprecations
  public import Dispatch
  import Errands

  // Under this flag only, as in the original: the names mean something else by now, and make some handlers ambiguous.

  extension Thenable {
    /// As `compactMap(on:flags:_:)`.
    @available(*, deprecated, renamed: "compactMap(on:_:)")
    @preconcurrency @_disfavoredOverload
    public func flatMap<U: Sendable>(
      on: DispatchQueue? = conf.Q.map,
      _ transform: @escaping @Sendable (T) throws -> U?
    ) -> Promise<U> {
      compactMap(on: on, transform)
    }
  }

  extension Thenable where T: Sequence {
    /// As `mapValues(on:flags:_:)`.
    @available(*, deprecated, renamed: "mapValues(on:_:)")
    @preconcurrency @_disfavoredOverload
    public func map<U: Sendable>(
      on: DispatchQueue? = conf.Q.map,
      _ transform: @escaping @Sendable (T.Element) throws -> U
    ) -> Promise<[U]> {
      mapValues(on: on, transform)
    }

    /// As `flatMapValues(on:flags:_:)`.
    @available(*, deprecated, renamed: "flatMapValues(on:_:)")
    @preconcurrency @_disfavoredOverload
    public func flatMap<U: Sequence & Sendable>(
      on: DispatchQueue? = conf.Q.map,
      _ transform: @escaping @Sendable (T.Element) throws -> U
    ) -> Promise<[U.Element]> where U.Element: Sendable {
      flatMapValues(on: on, transform)
    }
  }
#endif
