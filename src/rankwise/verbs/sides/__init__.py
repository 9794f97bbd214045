"""What verbs measure and where: named by a user, made real as launches on a ground. Shared by the verbs."""
