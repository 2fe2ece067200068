import Glibc

/// Looks again and again until something holds, for 20 s at the most, and returns whether it does.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    usleep(2000)
  }
  return condition()
}
