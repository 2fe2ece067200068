internal import Glibc
import KeywayStore

extension StoreError {
  /// The failure of a system call, said in the words given, the kernel's and what to do about it.
  init(errno number: CInt, _ words: String) {
    let code =
      switch number {
      case ENOENT, ENOTDIR: Code.notFound
      case EACCES, EPERM: Code.permission
      case EROFS: Code.readOnly
      case ENOSPC, EDQUOT: Code.full
      default: Code.io
      }
    let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    self.init(code, "\(words): \(reason)\(code.advice)", engineCode: "errno \(number)")
  }
}
