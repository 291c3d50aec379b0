import Testing

@testable import ErrandsLoading

@Suite("The table of a tier's entries", .timeLimit(.minutes(1)))
struct EntryTableTests {
  private func table(ageLimit: Int64 = 320) -> EntryTable<String> {
    EntryTable(costLimit: 100, ageLimit: ageLimit)
  }

  @discardableResult
  private func insert(
    _ name: String,
    at time: Int64 = 0,
    cost: Int64 = 1,
    into table: inout EntryTable<String>
  )
    -> Int
  {
    table.insert(name, key: String(name.prefix(1)), address: "address", cost: cost, storedAt: time)
  }

  private func order(_ table: EntryTable<String>) -> [String] {
    table.inOrderOfReading.compactMap { table[$0] }
  }

  @Test("The order is that of reading, and what is read goes to its end")
  func order() {
    var table = table()
    let indices = ["a", "b", "c"].map { insert($0, into: &table) }
    #expect(order(table) == ["a", "b", "c"])
    table.touch(indices[0])
    #expect(order(table) == ["b", "c", "a"])
    table.touch(indices[0])
    table.touch(indices[2])
    #expect(order(table) == ["b", "a", "c"])
    #expect(table.coldest == indices[1])
  }

  @Test("Any entry can be taken out, from either end and from between, and its place is used again")
  func removal() {
    var table = table()
    let indices = ["a", "b", "c", "d"].map { insert($0, cost: 2, into: &table) }
    #expect(table.remove(indices[1]) == "b")
    #expect(table.remove(indices[1]) == nil)
    #expect(order(table) == ["a", "c", "d"])
    #expect(table.cost == 6)
    let again = insert("e", into: &table)
    #expect(again == indices[1])
    #expect(order(table) == ["a", "c", "d", "e"])
    for index in [indices[0], again, indices[3], indices[2]] { table.remove(index) }
    #expect(order(table).isEmpty)
    #expect(table.coldest == nil)
    #expect((table.count, table.cost) == (0, 0))
    #expect(table.indices(of: "a").isEmpty)
    #expect(table.indices(at: "address").isEmpty)
  }

  @Test("Several entries are found under one key, and all of an address")
  func keys() {
    var table = table()
    let first = insert("a1", into: &table)
    let second = insert("a2", into: &table)
    let other = insert("b", into: &table)
    #expect(table.indices(of: "a") == [first, second])
    #expect(Set(table.indices(at: "address")) == [first, second, other])
    table.remove(first)
    #expect(table.indices(of: "a") == [second])
  }

  @Test("None is there beyond its age, and none goes more than a thirty-second part before it")
  func age() {
    var table = table()
    for time in stride(from: Int64(1_000), to: 1_320, by: 7) { insert("\(time)", at: time, into: &table) }
    for now in Int64(1_000)...1_700 {
      for index in table.overdue(at: now) {
        let time = table.remove(index).flatMap { Int64($0) } ?? 0
        #expect(now - time > 310)
        #expect(now - time <= 321)
      }
      #expect(order(table).allSatisfy { now - (Int64($0) ?? 0) <= 320 })
    }
    #expect(table.count == 0)
  }

  @Test("A short limit is kept to the second, and a confirmed entry is young again")
  func shortAge() {
    var table = table(ageLimit: 10)
    let index = insert("a", at: 5, into: &table)
    #expect(table.overdue(at: 15).isEmpty)
    #expect(table.overdue(at: 16) == [index])
    table.update(index, to: "b", cost: 7, storedAt: 10)
    #expect(table.overdue(at: 20).isEmpty)
    #expect(table.overdue(at: 21) == [index])
    #expect(table.cost == 7)
    #expect(table[index] == "b")
  }

  @Test("Times before 1970 and limits beyond all times are no trouble")
  func extremes() {
    var table = table(ageLimit: .max)
    insert("a", at: -1_000_000, into: &table)
    #expect(table.overdue(at: 4_000_000_000) == [0])
    #expect(table.overdue(at: 3_000_000_000).isEmpty)
    var short = self.table(ageLimit: 64)
    insert("a", at: -1, into: &short)
    #expect(short.overdue(at: 61).isEmpty)
    #expect(short.overdue(at: 63) == [0])
  }

  /// A list that was searched for each entry took minutes.
  @Test("A hundred thousand entries are found by their keys")
  func size() {
    var table = EntryTable<Int>(costLimit: .max, ageLimit: 3_200)
    for number in 0..<100_000 {
      table.insert(number, key: "\(number)", address: "\(number)", cost: 1, storedAt: Int64(number / 100))
    }
    for number in 0..<100_000 { table.touch(table.indices(of: "\(number)")[0]) }
    for number in 0..<100_000 { table.remove(table.indices(of: "\(number)")[0]) }
    #expect(table.count == 0)
  }
}
