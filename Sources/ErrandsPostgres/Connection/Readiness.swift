import Foundation

/// Which of these can be read from, at the latest after so many milliseconds; below 0 is without an end.
func readable(_ descriptors: [Int32], within milliseconds: Int32) -> [Bool] {
  var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  let count = poll(&polled, nfds_t(polled.count), milliseconds)
  return polled.map { count > 0 && $0.revents != 0 }
}

/// Whether it can be read from, or, if that is asked, written to, at the latest after so many milliseconds.
func isOpen(_ descriptor: Int32, toWrite: Bool, within milliseconds: Int32) -> Bool {
  var polled = pollfd(fd: descriptor, events: Int16(POLLIN | (toWrite ? POLLOUT : 0)), revents: 0)
  return poll(&polled, 1, milliseconds) > 0
}
