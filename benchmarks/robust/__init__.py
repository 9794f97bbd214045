"""How rankwise behaves on inputs and machines that are not as they should be."""
