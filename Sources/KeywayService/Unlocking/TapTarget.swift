import KeywayCore

/// What a tap names, before anything is looked up.
struct TapTarget {
  /// The link or item names a key that may exist.
  var key: Key.ID?
  /// The item, or a link with the command `open`, names an action that may exist.
  var action: ActionType?
  /// Why the link is none, or nil.
  var rejection: LinkRejection?
  /// How the tap came: `item`, or the form of the link; nil for a malformed link.
  var form: StaticString?
  var isSigned = false
  var isLink = false

  init(_ tap: TapRequest, router: DeepLinkRouter) {
    isLink = tap.channel.bringsLinks
    switch tap.payload {
    case .item(let type, _):
      form = "item"
      key = Key.ID(type)
      action = ActionType(type)
    case .link(let bytes):
      isLink = true
      switch router.route(bytes.span) {
      case .failure(let rejection):
        self.rejection = rejection
      case .success(let link):
        form = link.form.name
        isSigned = link.isSigned
        let id = link.id(in: bytes.span)
        switch link.command {
        case .unlock: key = Key.ID(trusted: id)
        case .open: action = ActionType(trusted: id)
        }
      }
    }
  }
}

extension DeepLink.Form {
  /// As it stands in the log.
  var name: StaticString {
    switch self {
    case .bare: "bare"
    case .custom: "custom"
    case .universal: "universal"
    }
  }
}
