import Testing

/// All tests of the module, one after another: the library counts its memory for the whole process, so a
/// test that looks at the count must be alone.
@Suite("Images", .serialized)
enum Images {}
