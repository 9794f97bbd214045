"""How true the numbers are: against IMB, planted differences and known truth."""
