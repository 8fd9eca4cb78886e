"""The archive: a campaign as a folder that proves itself, made, checked and restored."""
