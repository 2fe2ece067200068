import Foundation
import Testing

@testable import KeywayWebhook

@Suite struct BrokenPipeTests {
  @Test func `a peer that went away does not end the process`() async {
    await #expect(processExitsWith: .success) {
      // Test runners may ignore the signal, which would prove nothing.
      signal(SIGPIPE, SIG_DFL)
      var ends: [Int32] = [0, 0]
      precondition(pipe(&ends) == 0)
      close(ends[0])
      let writer = ends[1]
      let (count, error) = BrokenPipe.held { (write(writer, [0], 1), errno) }
      precondition(count == -1 && error == EPIPE)
      var signals = sigset_t()
      sigpending(&signals)
      precondition(sigismember(&signals, SIGPIPE) == 0)
      pthread_sigmask(SIG_BLOCK, nil, &signals)
      precondition(sigismember(&signals, SIGPIPE) == 0)
    }
  }
}
