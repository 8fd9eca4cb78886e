"""The ground: hexes and their numbers, terrain, the map's text, ways over it and lines of sight."""
