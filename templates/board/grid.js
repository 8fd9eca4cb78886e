"use strict";
// Where the hexes lie: as the printed map has them, else in rows of their own.
const Grid = (() => {
const WIDE = 64;

function plain(map) {
  const high = WIDE / Math.sqrt(3), hexes = {};
  const spots = Object.entries(map.hexes).map(([hex, { at }]) => [hex, at[0] * WIDE / 2, at[1] * 1.5 * high]);
  const left = Math.min(...spots.map(spot => spot[1])) - WIDE, top = Math.min(...spots.map(spot => spot[2])) - WIDE;
  for (const [hex, x, y] of spots) hexes[hex] = [x - left, y - top];
  const size = [Math.max(...spots.map(spot => spot[1])) - left + WIDE, Math.max(...spots.map(spot => spot[2])) - top + WIDE];
  const corners = [[0, -high], [WIDE / 2, -high / 2], [WIDE / 2, high / 2], [0, high], [-WIDE / 2, high / 2], [-WIDE / 2, -high / 2]];
  return { size, corners, hexes };
}

function of(map, ground) {
  const found = ground && ground.hexes ? ground : plain(map);
  const across = found.corners.map(corner => corner[0]), wide = Math.max(...across) - Math.min(...across);
  const spot = hex => found.hexes[hex];
  const far = (one, other) => Math.hypot(spot(one)[0] - spot(other)[0], spot(one)[1] - spot(other)[1]);

  // The neighbour that lies most in a direction; of two that lie equally, the one in the column where the walk began.
  function toward(hex, dx, dy, column) {
    const [x, y] = spot(hex);
    let best = hex, most = 0.3;
    for (const other of near(hex)) {
      const [ox, oy] = spot(other), share = ((ox - x) * dx + (oy - y) * dy) / wide - (dy ? Math.abs(ox - column) / wide / 100 : 0);
      if (share > most) { best = other; most = share; }
    }
    return best;
  }
  const near = hex => Object.keys(found.hexes).filter(other => other !== hex && far(hex, other) < 1.2 * wide);
  const outline = (hex, share = 1) => found.corners.map(([x, y]) => `${(spot(hex)[0] + x * share).toFixed(1)},${(spot(hex)[1] + y * share).toFixed(1)}`).join(" ");
  return { size: found.size, wide, spot, near, toward, outline, hexes: Object.keys(found.hexes), has: hex => hex in found.hexes };
}

return { of };
})();
