import Testing

@testable import ErrandsTesting

@Suite("The diagram of a schedule")
struct DiagramTests {
  @Test("has a column for each body in the order in which they begin, and a numbered line for each step")
  func columns() {
    var diagram = Diagram()
    diagram.add(0, "settle", "begins")
    diagram.add(1, "cancel", "takes the lock")
    diagram.end(0, "settle")
    let expected = """
         settle  cancel
      1  begins
      2          takes the lock
      3  ends
      """
    #expect(diagram.text == expected)
  }

  // Two of one name had the same column, and nobody could tell which of them did what.
  @Test("has a column for each of two bodies of one name, unless one begins when the other has ended")
  func names() {
    var diagram = Diagram()
    for body in [0, 1] { diagram.add(body, "job", "begins \(body)") }
    diagram.end(0, "job")
    diagram.add(2, "job", "begins 2")
    let expected = """
         job       job
      1  begins 0
      2            begins 1
      3  ends
      4  begins 2
      """
    #expect(diagram.text == expected)
  }

  @Test("aligns the numbers, and cuts what is too wide")
  func widths() {
    var diagram = Diagram()
    for step in 1...10 { diagram.add(0, "body", "step \(step)") }
    diagram.add(0, "body", String(repeating: "x", count: 200))
    let lines = diagram.text.split(separator: "\n")
    #expect(lines[1] == " 1  step 1" && lines[10] == "10  step 10")
    #expect(lines[11].count == 68 && lines[11].hasSuffix("…"))
  }
}
