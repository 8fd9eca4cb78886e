"""Forums: what happened goes into a thread once, and what players write there comes back as orders."""
