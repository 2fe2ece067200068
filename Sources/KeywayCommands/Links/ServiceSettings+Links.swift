import KeywayCore
import KeywayService

extension ServiceSettings {
  /// The form of a link that is about to be handed out.
  ///
  /// - Throws: ``ServiceError`` `invalid` for a link that would not lead back to the id.
  func form(of link: String, leadingTo id: String) throws(ServiceError) -> DeepLink.Form {
    let bytes = Array(link.utf8)
    guard case .success(let parsed) = router.route(bytes.span),
      parsed.id(in: bytes.span).utf8.elementsEqual(id.utf8)
    else { throw ServiceError(.invalid, "the link \(link) would not be understood") }
    return parsed.form
  }
}
