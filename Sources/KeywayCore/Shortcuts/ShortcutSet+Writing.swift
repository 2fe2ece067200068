// The same bytes as the canonical JSON of `stored` and `json(listVersion:)`, written without making
// the values between: jobs write millions.

extension ShortcutSet {
  /// Appends the canonical JSON of ``stored``.
  package func appendStored(to writer: inout JSONWriter) {
    writer.raw(#"{"items":"#)
    appendItems(to: &writer, listVersion: nil)
    writer.raw(#","omitted":"#)
    appendOmitted(to: &writer)
    writer.raw("}")
  }

  /// Appends the items as a list; with a version, dynamic ones carry it as `keyway.list`.
  package func appendItems(to writer: inout JSONWriter, listVersion: Int64?) {
    writer.raw("[")
    for index in items.indices {
      if index > 0 { writer.raw(",") }
      items[index].append(to: &writer, listVersion: listVersion)
    }
    writer.raw("]")
  }

  /// Appends the omitted items as a list.
  package func appendOmitted(to writer: inout JSONWriter) {
    writer.raw("[")
    for index in omitted.indices {
      writer.raw(index > 0 ? #",{"reason":"# : #"{"reason":"#)
      writer.id(omitted[index].reason.rawValue)
      writer.raw(#","type":"#)
      writer.string(omitted[index].type)
      writer.raw("}")
    }
    writer.raw("]")
  }
}

extension ShortcutItem {
  fileprivate func append(to writer: inout JSONWriter, listVersion: Int64?) {
    writer.raw(#"{"icon":"#)
    if let icon { icon.append(to: &writer) } else { writer.raw("null") }
    writer.raw(#","localizedSubtitle":"#)
    writer.string(localizedSubtitle)
    writer.raw(#","localizedTitle":"#)
    writer.string(localizedTitle)
    writer.raw(origin == .static ? #","origin":"static""# : #","origin":"dynamic""#)
    writer.raw(#","targetContentIdentifier":"#)
    writer.string(targetContentIdentifier)
    writer.raw(#","type":"#)
    writer.string(type)
    writer.raw(#","userInfo":"#)
    appendUserInfo(to: &writer, listVersion: origin == .dynamic ? listVersion : nil)
    writer.raw("}")
  }

  private func appendUserInfo(to writer: inout JSONWriter, listVersion: Int64?) {
    switch (userInfo.isEmpty, listVersion) {
    case (true, nil): writer.raw("{}")
    case (true, let version?):
      writer.raw(#"{"keyway.list":"#)
      writer.integer(version)
      writer.raw("}")
    case (false, nil): writer.value(.object(userInfo.object))
    case (false, let version?):
      writer.value(.object(userInfo.adding(listVersion: version).object))
    }
  }
}

extension ShortcutIcon {
  fileprivate func append(to writer: inout JSONWriter) {
    writer.raw("{")
    var hasMember = false
    func begin(_ writer: inout JSONWriter) {
      if hasMember { writer.raw(",") }
      hasMember = true
    }
    if let systemImageName {
      begin(&writer)
      writer.raw(#""systemImageName":"#)
      writer.string(systemImageName)
    }
    if let templateImageName {
      begin(&writer)
      writer.raw(#""templateImageName":"#)
      writer.string(templateImageName)
    }
    if let type {
      begin(&writer)
      writer.raw(#""type":"#)
      writer.id(type.rawValue)
    }
    writer.raw("}")
  }
}
