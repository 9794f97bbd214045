"""One file per MPI family: discovery, launch line, knobs, build wrapper. Every vendor quirk lives here."""
