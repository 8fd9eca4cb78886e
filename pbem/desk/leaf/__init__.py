"""A leaf: all that one player may know of a campaign as it stands, in a small file, and nothing else."""
