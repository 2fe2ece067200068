/// A unit file for systemd that leaves the service what it needs and nothing else, systemd.exec(5).
enum UnitFile {
  static let text = """
    [Unit]
    Description=Keyway, the unlock service
    After=network-online.target
    Wants=network-online.target

    [Service]
    Type=notify
    ExecStart=/usr/local/bin/keyway serve --listen 127.0.0.1:8080
    Environment=KEYWAY_DATABASE=/var/lib/keyway/keyway.db
    Restart=on-failure
    RestartSec=1
    TimeoutStopSec=30
    LimitNOFILE=16384

    DynamicUser=yes
    StateDirectory=keyway
    StateDirectoryMode=0700
    UMask=0077
    AmbientCapabilities=
    CapabilityBoundingSet=
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    NoNewPrivileges=yes
    PrivateDevices=yes
    PrivateTmp=yes
    ProcSubset=pid
    ProtectClock=yes
    ProtectControlGroups=yes
    ProtectHome=yes
    ProtectHostname=yes
    ProtectKernelLogs=yes
    ProtectKernelModules=yes
    ProtectKernelTunables=yes
    ProtectProc=invisible
    ProtectSystem=strict
    RemoveIPC=yes
    RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
    RestrictNamespaces=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    SystemCallArchitectures=native
    SystemCallFilter=@system-service
    SystemCallFilter=~@privileged @resources

    [Install]
    WantedBy=multi-user.target

    """
}
