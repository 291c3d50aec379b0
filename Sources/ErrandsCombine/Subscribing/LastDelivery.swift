/// Belongs to the piece of work behind which a subscriber hears nothing more. A scheduler or a queue that throws the
/// work away, or is gone, would leave the subscriber waiting for ever.
final class LastDelivery: @unchecked Sendable {
  // Sendable: the closure is called by the deinit, once.
  private let wasThrownAway: () -> Void

  /// - Parameter wasThrownAway: Called in any case, when the work has been let go of; to do nothing where it was done.
  init(_ wasThrownAway: @escaping () -> Void) {
    self.wasThrownAway = wasThrownAway
  }

  deinit { wasThrownAway() }
}
