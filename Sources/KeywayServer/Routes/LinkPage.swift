import KeywayCore
import KeywayCrypto

/// What a browser shows of a link that did not open the app: what it is, and how to get the app. It
/// names no door and unlocks nothing.
enum LinkPage {
  private static let style = """
    body{font:1.1em/1.5 system-ui,sans-serif;margin:3em auto;max-width:34em;padding:0 1em}
    """

  /// Of the style, in base 64: all that the page's policy lets in.
  static let styleDigest: String = {
    let digest = SHA256Hasher().hash(Array(style.utf8).span).bytes
    return Base64.encode(digest.indices.map { digest[$0] })
  }()

  static let html = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Unlock link</title>
    <style>\(style)</style>
    </head>
    <body>
    <h1>This is an unlock link</h1>
    <p>It opens in the app of whoever runs this door, and only there. This page unlocks nothing, and \
    cannot tell whether the link is one that works.</p>
    <p>If you have the app: open it, and tap the door there; or hold the link and choose to open it in \
    the app.</p>
    <p>If you do not have it: ask whoever sent you the link, or gave you the key, where to get the app \
    and how to sign in. Then open the link again.</p>
    </body>
    </html>

    """
}
