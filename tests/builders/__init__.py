"""Made-up but realistic records for tests."""
