#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How much of its stack a thread has left.
enum StackRoom {
  /// Of each thread: the address that calls inside calls do not go below.
  private static let floor = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-local key is left in this process (pthread_key_create: \(failure))")
    return key
  }()

  /// Whether one more call may lie inside the present one. False once three quarters of the thread's stack
  /// are in use: the rest is for the code that is called at the bottom.
  static var isLeft: Bool {
    let floor = UInt(bitPattern: pthread_getspecific(floor))
    // The address of a local variable is where the stack is by now.
    var here: UInt8 = 0
    let position = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    return position > (floor == 0 ? findFloor(near: position) : floor)
  }

  /// Asked of the system once a thread, as the answer takes longer than a whole run.
  private static func findFloor(near position: UInt) -> UInt {
    let (lowest, size) = bounds
    let reserve = max(size / 4, min(128 << 10, size / 2))
    // On a stack that is not the thread's own (a coroutine's) nothing is known: there is room as on a small
    // one.
    let isOwn = position >= lowest && position - lowest <= size
    let floor = isOwn ? lowest + reserve : position - min(position, 64 << 10)
    if isOwn { pthread_setspecific(Self.floor, UnsafeRawPointer(bitPattern: floor)) }
    return floor
  }

  #if !canImport(Darwin)
    private typealias GetAttributes =
      @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    /// `pthread_getattr_np`, which the C library has, and its module does not show to Swift.
    private static let getAttributes = dlsym(nil, "pthread_getattr_np").map {
      unsafeBitCast($0, to: GetAttributes.self)
    }
  #endif

  /// The lowest address of the calling thread's stack, and how many bytes it has.
  private static var bounds: (lowest: UInt, size: UInt) {
    #if canImport(Darwin)
      let size = UInt(pthread_get_stacksize_np(pthread_self()))
      return (UInt(bitPattern: pthread_get_stackaddr_np(pthread_self())) - size, size)
    #else
      var attributes = pthread_attr_t()
      guard let getAttributes, getAttributes(pthread_self(), &attributes) == 0 else { return (0, 0) }
      defer { pthread_attr_destroy(&attributes) }
      var (lowest, size) = (UnsafeMutableRawPointer?.none, 0)
      guard pthread_attr_getstack(&attributes, &lowest, &size) == 0 else { return (0, 0) }
      return (UInt(bitPattern: lowest), UInt(size))
    #endif
  }
}
