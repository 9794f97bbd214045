"""The library that counts what ranks send and how long their calls take."""
