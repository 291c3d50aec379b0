/// What a load is busy with, as the trace and its metrics call it.
enum LoadPhase: String, Sendable, CaseIterable {
  case place = "waiting for a place"
  /// From the request on its way to the head of the answer: a transport may not know more before the head is there.
  case head = "requesting"
  case body = "receiving"
  case storing
  case pause = "waiting for the next try"
  case decoding
}
