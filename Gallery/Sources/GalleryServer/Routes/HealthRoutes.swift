import Hummingbird

/// For the operator of the server: does it answer?
struct HealthRoutes {
  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/health") { _, _ in
      Response.json(["status": "ok"])
    }
  }
}
