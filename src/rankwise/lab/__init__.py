"""A cluster plan realised in namespaces on this machine."""
