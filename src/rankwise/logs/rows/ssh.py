"""What ssh prints."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "ssh-denied",
        "ssh",
        (
            "ssh_exchange_identification:",
            "ssh exited with exit code 255",
            "Permission denied (publickey",
            "Host key verification failed",
            "Permission denied, please try again",
            "ssh: connect to host {host} port {count}: Connection refused",
            "ssh: connect to host {host} port {count}: No route",
            "ssh: connect to host {host} port {count}: Connection timed out",
            "ssh: command not found",
            "ssh: not found",
            "The authenticity of host '{host}",
            "kex_exchange_identification: ",
        ),
        "ssh to another node asks for something, or does not get there",
        "Launchers start ranks on other nodes by ssh, which must work without a question.",
        {
            "any": "`ssh-copy-id {host}`; `ssh-keyscan {host} >> ~/.ssh/known_hosts`; then `ssh {host} true` must "
            "print nothing",
        },
        "`ssh -o BatchMode=yes {host} true`",
        "https://man7.org/linux/man-pages/man1/ssh.1.html",
        needs="log",
        explains=(
            "daemons",
            "intel-ssh",
        ),
    ),
    Row(
        "ssh-host-changed",
        "ssh",
        ("Host key for {host} has changed and you have requested strict checking",),
        "ssh refuses a node that shows another host key than before",
        "The node was installed anew, or its address now is another machine's.",
        {
            "any": "ask the administrators whether the key changed; then `ssh-keygen -R {host}` and "
            "`ssh-keyscan {host} >> ~/.ssh/known_hosts`",
        },
        "`ssh -o BatchMode=yes {host} true`",
        "https://man7.org/linux/man-pages/man1/ssh-keygen.1.html",
        needs="log",
        alone=("WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED",),
        explains=("daemons", "intel-ssh", "ssh-denied"),
    ),
    Row(
        "ssh-key-mode",
        "ssh",
        (
            "WARNING: UNPROTECTED PRIVATE KEY FILE",
            "Permissions {count} for '{path}' are too open",
            "Authentication refused: bad ownership or modes for",
        ),
        "ssh does not take a key, because others may read or write it",
        "The private key must be readable by its owner alone, and the folder .ssh writable by nobody else.",
        {
            "any": "`chmod 700 ~/.ssh; chmod 600 ~/.ssh/id_rsa ~/.ssh/authorized_keys`; Kubernetes: mount the secret "
            "with defaultMode: 0600",
        },
        "`ls -ld ~ ~/.ssh; ls -lL ~/.ssh`",
        "https://github.com/kubeflow/mpi-operator/issues/429",
        needs="log",
        explains=("daemons", "intel-ssh", "ssh-denied"),
    ),
)
