import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The channel of chunks", .timeLimit(.minutes(1)))
struct ChunkChannelTests {
  private func bytes(_ count: Int) -> Data { Data(repeating: 1, count: count) }

  private func isWait(_ turn: ChunkChannelState.Turn) -> Bool {
    if case .wait = turn { true } else { false }
  }

  private func chunk(_ turn: ChunkChannelState.Turn) -> Data? {
    if case .chunk(let chunk, _) = turn { chunk } else { nil }
  }

  private func isEnd(_ turn: ChunkChannelState.Turn) -> Bool {
    if case .end = turn { true } else { false }
  }

  @Test("Chunks are read in the order in which they were written")
  func order() {
    var state = ChunkChannelState(limit: 100)
    for count in 1...5 { _ = state.write(bytes(count)) }
    #expect((1...5).map { _ in chunk(state.read())?.count } == [1, 2, 3, 4, 5])
    #expect(isWait(state.read()))
  }

  @Test("A reader of an empty channel is answered with what to wait for, and the next chunk wakes it")
  func reader() {
    var state = ChunkChannelState(limit: 100)
    guard case .wait(let arrival) = state.read() else {
      Issue.record("there is nothing to read yet")
      return
    }
    #expect(state.write(bytes(1)) === arrival)
    #expect(state.write(bytes(1)) == nil)
  }

  @Test("The writer waits at the limit, and is woken when half of it is free")
  func writer() {
    var state = ChunkChannelState(limit: 10)
    _ = state.write(bytes(4))
    #expect(state.waitForRoom() == nil)
    _ = state.write(bytes(4))
    _ = state.write(bytes(4))
    let room = state.waitForRoom()
    #expect(room != nil)
    guard case .chunk(_, wake: nil) = state.read() else {
      Issue.record("eight bytes are more than half")
      return
    }
    guard case .chunk(_, wake: let woken?) = state.read() else {
      Issue.record("four bytes are less than half")
      return
    }
    #expect(woken === room)
  }

  @Test("A chunk larger than the limit is taken all the same")
  func largeChunk() {
    var state = ChunkChannelState(limit: 10)
    _ = state.write(bytes(1_000))
    #expect(state.waitForRoom() != nil)
    #expect(chunk(state.read())?.count == 1_000)
    #expect(state.waitForRoom() == nil)
  }

  /// A body that broke off lost its last pieces, or did not, as its reader was late or quick.
  @Test("What was written before the end is read before it", arguments: [true, false])
  func end(_ isGood: Bool) {
    var state = ChunkChannelState(limit: 10)
    _ = state.write(bytes(3))
    _ = state.finish(isGood ? .success(()) : .failure(CancellationError()))
    #expect(chunk(state.read())?.count == 3)
    #expect(isEnd(state.read()))
    #expect(isEnd(state.read()))
  }

  @Test("Aborting comes before whatever is unread, and wakes whoever waits")
  func abort() {
    var state = ChunkChannelState(limit: 1)
    _ = state.write(bytes(3))
    let room = state.waitForRoom()
    #expect(
      state.abort(CancellationError()).map(ObjectIdentifier.init) == room.map { [ObjectIdentifier($0)] }
    )
    #expect(isEnd(state.read()))
    #expect(state.write(bytes(1)) == nil)
  }

  @Test("The end wakes whoever waits, counts once, and takes nothing after it")
  func endWakes() {
    var state = ChunkChannelState(limit: 1)
    _ = state.write(bytes(5))
    let room = state.waitForRoom()
    #expect(state.finish(.success(())).map(ObjectIdentifier.init) == room.map { [ObjectIdentifier($0)] })
    #expect(state.finish(.failure(CancellationError())).isEmpty)
    #expect(state.write(bytes(1)) == nil)
    #expect(state.waitForRoom() == nil)
    #expect(chunk(state.read())?.count == 5)
    guard case .end(.success) = state.read() else {
      Issue.record("the first end counts")
      return
    }
  }

  @Test("A writer and a reader in two tasks lose and mix up nothing")
  func twoTasks() async throws {
    let channel = ChunkChannel(limit: 50)
    let writing = Task {
      for number in 0..<20_000 { try await channel.send(Data([UInt8(truncatingIfNeeded: number)])) }
      channel.finish(.success(()))
    }
    var number = 0
    while let chunk = try await channel.next() {
      if chunk != Data([UInt8(truncatingIfNeeded: number)]) { Issue.record("chunk \(number) is another") }
      number += 1
    }
    #expect(number == 20_000)
    try await writing.value
  }

  @Test("A cancelled reader gets nothing more, whether it waits or there is something to read")
  func cancelledReader() async throws {
    for isEmpty in [true, false] {
      let channel = ChunkChannel()
      if !isEmpty { try await channel.send(bytes(1)) }
      let reading = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await channel.next()
      }
      await #expect(throws: CancellationError.self) { try await reading.value }
    }
  }

  @Test("A cancelled writer does not wait for room")
  func cancelledWriter() async throws {
    let channel = ChunkChannel(limit: 1)
    let began = Gate()
    let writing = Task {
      began.open()
      try await channel.send(bytes(5))
    }
    try await began.wait()
    writing.cancel()
    await #expect(throws: CancellationError.self) { try await writing.value }
  }

  /// The second one took the place of the first, which waited for ever.
  @Test("Two readers of an empty channel wait for the same chunk")
  func twoReaders() {
    var state = ChunkChannelState(limit: 100)
    guard case .wait(let one) = state.read(), case .wait(let other) = state.read() else {
      Issue.record("there is nothing to read yet")
      return
    }
    #expect(one === other)
    #expect(state.write(bytes(1)) === one)
  }

  @Test("Two tasks that read one body both come to its end, and have each chunk once")
  func twoReadingTasks() async throws {
    let channel = ChunkChannel(limit: 50)
    let readings = (0..<2).map { _ in
      Task {
        var count = 0
        while try await channel.next() != nil { count += 1 }
        return count
      }
    }
    for _ in 0..<10_000 { try await channel.send(bytes(1)) }
    channel.finish(.success(()))
    var count = 0
    for reading in readings { count += try await reading.value }
    #expect(count == 10_000)
  }
}
