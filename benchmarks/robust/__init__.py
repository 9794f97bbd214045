"""How rankwise holds against input that is damaged or meant to harm."""
