import Testing

@testable import ErrandsTesting

@Suite("The diagram of a schedule")
struct DiagramTests {
  @Test("has a column for each body in the order in which they begin, and a numbered line for each step")
  func columns() {
    var diagram = Diagram()
    diagram.add("settle", "begins")
    diagram.add("cancel", "takes the lock")
    diagram.add("settle", "ends")
    let expected = """
         settle  cancel
      1  begins
      2          takes the lock
      3  ends
      """
    #expect(diagram.text == expected)
  }

  @Test("aligns the numbers, and cuts what is too wide")
  func widths() {
    var diagram = Diagram()
    for step in 1...10 { diagram.add("body", "step \(step)") }
    diagram.add("body", String(repeating: "x", count: 200))
    let lines = diagram.text.split(separator: "\n")
    #expect(lines[1] == " 1  step 1" && lines[10] == "10  step 10")
    #expect(lines[11].count == 68 && lines[11].hasSuffix("…"))
  }
}
