"""The site: the campaigns of a store as pages that any web server can hand out."""
