/// The canonical spelling of links. What is printed here, the router takes and gives the id back.
extension LinkConfiguration {
  /// Nil for a universal link when no host is configured; the first scheme is printed.
  ///
  /// - Parameter host: one of `hosts`, for universal links; the first when absent.
  package func link<Owner: ~Copyable>(
    toKey id: Identifier<Owner>, as form: DeepLink.Form, host: String? = nil
  ) -> String? {
    switch form {
    case .bare: "\(barePrefix)/\(id.text)"
    case .custom: "\(schemes[0])://unlock/\(id.text)"
    case .universal: (host ?? hosts.first).map { "https://\($0)/u/\(id.text)" }
    }
  }

  /// Always a custom link: bare and universal links name keys only.
  package func link<Owner: ~Copyable>(toAction id: Identifier<Owner>) -> String {
    "\(schemes[0])://open/\(id.text)"
  }

  /// What a phone is shown so that it gets its token: no tap, and refused where one is expected. It
  /// holds a secret, and must not be logged.
  package func link(toEnrol device: Device.ID, code: EnrolmentCode) -> String {
    "\(schemes[0])://enrol/\(device.text)?code=\(code.text)"
  }
}
