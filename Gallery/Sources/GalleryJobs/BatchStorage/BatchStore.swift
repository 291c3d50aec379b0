/// Where batches live, so that they outlast the server that carries them out.
///
/// Members are carried out at least once, and told exactly once: the first outcome that is recorded counts, and what is
/// recorded is what is told. A batch has ended with the last of its members, in the same transaction.
///
/// Any number of servers may share a store. Each is a ``BatchWorker``: it takes members that nobody is carrying out, says
/// now and then that it lives, and gives back what it has when it ends. The members of one that says nothing for as long
/// as its lease is are anybody's again.
///
/// What a call has answered is kept, whatever happens then. A call that throws has changed nothing, unless the store was
/// away for its answer, after which either may be so. No call blocks a thread of the cooperative pool.
public protocol BatchStore: Sendable {
  /// Keeps a batch with its members, none of which has been taken.
  ///
  /// - Throws: ``BatchRefusal`` where as many run as may; whatever keeps the store from writing.
  func create(_ order: BatchOrder, within limits: BatchLimits) async throws

  /// Members of one batch, of the oldest that has any, which nobody is carrying out: from now on the worker is.
  /// An empty batch that has not ended is given, too, without members, for somebody has to end it.
  ///
  /// - Parameters:
  ///   - count: How many members at most.
  ///   - others: Batches of which none are wanted.
  /// - Returns: `nil` where there is nothing to do.
  func take(upTo count: Int, for worker: BatchWorker, except others: Set<String>) async throws -> BatchWork?

  /// Says that the worker lives, and how long batches have been carried out.
  ///
  /// - Parameter spent: For each, all time since its beginning in which it was carried out. It never goes down.
  func renew(_ worker: BatchWorker, spent: [String: Duration]) async throws

  /// Gives back what the worker has taken of batches that it does not carry out, for anybody to take: a ``take(upTo:for:except:)``
  /// that threw may have taken it all the same, and for as long as the worker lives, nobody else would.
  ///
  /// - Parameter others: Batches that it carries out.
  func giveBack(of worker: BatchWorker, except others: Set<String>) async throws

  /// Gives back all that the worker has taken, for others to take at once.
  func release(_ worker: BatchWorker, spent: [String: Duration]) async throws

  /// Keeps what became of members, and ends the batches whose last ones they are. A member that has an outcome keeps it.
  ///
  /// - Returns: What is new by that. It is told nowhere else, but to those who ask ``news(after:of:limit:)``.
  func record(_ outcomes: [BatchOutcome]) async throws -> BatchNews

  /// Ends a batch before its members are done: those are cancelled.
  ///
  /// - Returns: What is new by that, which is nothing where the batch had ended; `nil` where there is no such batch.
  func end(_ id: String, _ ending: BatchEnding) async throws -> BatchNews?

  /// A batch; `nil` where there is none.
  func batch(_ id: String) async throws -> StoredBatch?

  /// A batch with its members, as of one moment; `nil` where there is none.
  func contents(of id: String) async throws -> BatchContents?

  /// Batches, newest first.
  ///
  /// - Parameter number: That of the last batch on the page before; `nil` begins with the newest.
  func page(after number: Int64?, limit: Int) async throws -> [StoredBatch]

  /// What is new since a place in all that was ever told.
  ///
  /// - Parameters:
  ///   - cursor: The place; `nil` is the beginning of the batch that is named.
  ///   - id: The only batch to hear of; `nil` for all of them.
  ///   - limit: How many members are told of. Where there are more, only ends are told, and where what was told since the
  ///     place is not known any more, nothing; ``BatchNews/isWhole`` is false then.
  func news(after cursor: BatchCursor?, of id: String?, limit: Int) async throws -> BatchNews

  /// Says, now and then, that another server may have told something or left something to do. It says so at the beginning,
  /// and says nothing where there are no others.
  func changes() -> AsyncStream<Void>

  /// Forgets batches that ended long ago, or that are more than are kept. One that has not ended is never forgotten.
  func sweep(_ limits: BatchLimits) async throws
}

extension BatchStore {
  /// Of a store that one server has for itself.
  public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
