import KeywayCore

/// The texts that golang.org/x/mod/sumdb/note documents its format with (`note_test.go`).
enum NoteFixtures {
  static let text = """
    If you think cryptography is the answer to your problem,
    then you don't know what your problem is.

    """
  static let peter =
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
  static let enoch =
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"

  /// The example of C2SP signed-note, whose text has an empty line.
  static let salvatore = """
    Ognuno sta solo sul cuor della terra
    trafitto da un raggio di sole:

    ed è subito sera.

    — quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=

    """

  /// The example of C2SP tlog-checkpoint.
  static let checkpoint = """
    example.com/behind-the-sofa
    20852163
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

    — example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=

    """
}
