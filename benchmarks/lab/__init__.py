"""What map, tune, relay, improve and doctor do on emulated clusters whose links are declared."""
