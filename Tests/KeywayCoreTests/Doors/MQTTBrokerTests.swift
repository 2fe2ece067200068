import KeywayCore
import Testing

@Suite struct MQTTBrokerTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let text: String
    let host: String
    let port: UInt16
    var isEncrypted = false
    var isLoopback = false
    var testDescription: String { text }
  }

  @Test(arguments: [
    Vector(text: "mqtt://broker", host: "broker", port: 1883),
    Vector(
      text: "mqtts://broker.example.org", host: "broker.example.org", port: 8883, isEncrypted: true),
    Vector(text: "mqtt://localhost:1884", host: "localhost", port: 1884, isLoopback: true),
    Vector(text: "mqtt://127.1.2.3:1", host: "127.1.2.3", port: 1, isLoopback: true),
    Vector(text: "mqtt://[::1]:65535", host: "::1", port: 65535, isLoopback: true),
    Vector(text: "mqtts://[fe80::1]", host: "fe80::1", port: 8883, isEncrypted: true),
    Vector(text: "mqtt://127.example.org", host: "127.example.org", port: 1883),
    Vector(text: "mqtt://127.0.0.1.example.org", host: "127.0.0.1.example.org", port: 1883),
    Vector(text: "mqtt://localhost.example.org", host: "localhost.example.org", port: 1883),
  ])
  func `a broker is a scheme, a host and a port`(_ vector: Vector) throws {
    let broker = try #require(MQTTBroker(vector.text))
    #expect(broker.host == vector.host)
    #expect(broker.port == vector.port)
    #expect(broker.isEncrypted == vector.isEncrypted)
    #expect(broker.isLoopback == vector.isLoopback)
  }

  @Test(arguments: [
    "", "broker", "http://broker", "MQTT://broker", "mqtt://", "mqtt://:1883", "mqtt://broker:",
    "mqtt://broker:0", "mqtt://broker:01", "mqtt://broker:65536", "mqtt://broker:+1",
    "mqtt://broker/", "mqtt://broker/topic", "mqtt://user@broker", "mqtt://user:secret@broker",
    "mqtt://broker?x", "mqtt://[::1", "mqtt://[]", "mqtt://[::1]x", "mqtt://[host]",
    "mqtt://-broker", "mqtt://.broker", "mqtt://bro ker", "mqtt://brok\u{e9}r", " mqtt://broker",
    "mqtt://broker ", "mqtt://broker\n",
  ])
  func `anything else is none`(_ text: String) {
    #expect(MQTTBroker(text) == nil)
  }
}
