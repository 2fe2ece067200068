import Foundation
import Glibc

/// A running `keyway serve` on a free port of this machine.
final class Service {
  static let python = "/usr/bin/python3"
  static let hasClient = access(python, X_OK) == 0

  let port: UInt16
  private let process: RunningProcess

  init(_ keyway: Keyway) throws {
    port = try Self.freePort()
    process = try keyway.start(["serve", "--listen", "127.0.0.1:\(port)"])
    for _ in 0..<4_000 {
      if try process.poll() != nil || isListening { break }
      usleep(5_000)
    }
  }

  func kill() throws {
    process.kill()
    _ = try process.wait()
  }

  /// As a service manager ends it.
  func stop() throws -> Run {
    Glibc.kill(process.pid, SIGTERM)
    return try process.wait()
  }

  /// Starts phones that send taps, each one anew when it was answered, until nobody answers; see
  /// ``phones``.
  func startPhones(_ keyway: Keyway, _ arguments: String...) throws -> RunningProcess {
    let script = try keyway.scratch.write(Self.phones, as: "phones.py")
    return try RunningProcess(
      [Self.python, script, String(port)] + arguments, input: [],
      environment: ["PATH": "/usr/bin:/bin"])
  }

  private var isListening: Bool {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    return Self.with(port) { connect(file, $0, $1) } == 0
  }

  private static func freePort() throws -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 10_000..<32_000)
      let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(file) }
      if with(port, { bind(file, $0, $1) }) == 0 { return port }
    }
    throw POSIXError(.EADDRNOTAVAIL)
  }

  private static func with(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        body(name, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Arguments: the port, a file with a token a line, a file of notes, how many taps each phone
  /// sends at most, and a word that their ids begin with. A note is `sent ID KEY AT` or
  /// `answered ID OUTCOME`, written before and after each request. With `again` for the word, what
  /// was sent and not answered is sent again.
  static let phones = """
    import datetime, http.client, json, random, sys, threading
    port, tokens, notes, most, word = int(sys.argv[1]), *sys.argv[2:4], int(sys.argv[4]), sys.argv[5]
    tokens = open(tokens).read().split()
    lock = threading.Lock()
    lines = [l.split() for l in open(notes)] if word == 'again' else []
    answered = {l[1] for l in lines if l[0] == 'answered'}
    open_taps = {}
    for l in lines:
        if l[0] == 'sent' and l[1] not in answered:
            open_taps.setdefault(int(l[1].split('-')[1]), []).append(l[1:])
    out = open(notes, 'a', buffering=1)
    def note(*words):
        with lock:
            out.write(' '.join(words) + '\\n')
    def now():
        return datetime.datetime.now(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.%f')[:-3] + 'Z'
    def phone(index):
        def taps():
            if word == 'again':
                for tap, key, at in open_taps.get(index, []):
                    yield tap, key, at
                return
            for n in range(most):
                tap, key, at = f'{word}-{index}-{n}', f'k{random.randrange(40)}', now()
                note('sent', tap, key, at)
                yield tap, key, at
        connection = http.client.HTTPConnection('127.0.0.1', port, timeout=60)
        try:
            for tap, key, at in taps():
                body = json.dumps({'at': at, 'sent': now(), 'tap': tap, 'channel': 'http', 'link': 'xxx/' + key})
                connection.request('POST', '/v1/taps', body, {
                    'Authorization': 'Bearer ' + tokens[index], 'Content-Type': 'application/json'})
                response = connection.getresponse()
                answer = json.loads(response.read())
                if response.status != 200:
                    note('failed', tap, str(response.status))
                    continue
                note('answered', tap, answer['outcome'])
        except (OSError, http.client.HTTPException):
            pass
    threads = [threading.Thread(target=phone, args=(i,)) for i in range(len(tokens))]
    for t in threads: t.start()
    for t in threads: t.join()
    """
}
