/// What one work is known by in its queue. Its number is never given to another work, so a ticket that is
/// used too late finds nothing.
@usableFromInline
package struct WorkTicket: Sendable, Hashable {
  let index: Int
  let number: UInt64
}
