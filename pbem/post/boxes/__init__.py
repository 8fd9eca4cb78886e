"""Boxes that mail comes in by. What was taken in is marked as the settings say; nothing is deleted unless told so."""
