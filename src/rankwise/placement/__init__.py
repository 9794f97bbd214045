"""Where ranks run: endpoints that a user names, made real as sides that can be launched."""
