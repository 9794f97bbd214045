"""One probe per file: each reads an Archive, returns records, and writes into `unknown` why it could not say more."""
