/// An error that only tests make.
struct ManualError: Error {}
