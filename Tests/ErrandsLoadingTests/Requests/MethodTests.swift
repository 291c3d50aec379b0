import ErrandsLoading
import Testing

@Suite("Methods")
struct MethodTests {
  @Test("What is safe and what may be done twice is what RFC 9110 says, and PATCH is neither")
  func properties() {
    let methods = FetchRequest.Method.allCases
    #expect(methods.filter(\.isSafe) == [.get, .head, .options])
    #expect(methods.filter(\.isIdempotent) == [.get, .head, .options, .put, .delete])
  }
}
