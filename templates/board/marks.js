"use strict";
// Markers in hexes and on hexsides: trenches, forts, control; bridges blown and built, pontoons, mines, passages.
const Markers = (() => {
const { drawn } = Dom;

// At the foot of the hex, from the left.
function inHexes(markers, grid) {
  const each = new Map();
  for (const [hex, ...tag] of markers) if (grid.has(hex)) each.set(hex, [...(each.get(hex) || []), tag]);
  return Array.from(each, ([hex, tags]) => { const [x, y] = grid.spot(hex); return Counters.tags(tags, x - grid.wide * 0.44, y + grid.wide * 0.43, grid.wide); }).flat();
}

// Per cent along the hexside and over it, from its middle.
function place(a, b, grid) {
  const [ax, ay] = grid.spot(a), [bx, by] = grid.spot(b), dx = bx - ax, dy = by - ay, long = 1 / Math.sqrt(3);
  return (along, over) => [(ax + bx) / 2 + (-dy * long * along + dx * over) / 100, (ay + by) / 2 + (dx * long * along + dy * over) / 100];
}
const CROSSED = [[-24, -14, 24, 14], [-24, 14, 24, -14]], BARS = [[-15, -17, -15, 17], [15, -17, 15, 17]];
const BOATS = [[0, -20, 0, 20], [-16, -10, 16, -10], [-16, 0, 16, 0], [-16, 10, 16, 10]], DOTS = [[-28, 0, -28, 0.1], [0, 0, 0, 0.1], [28, 0, 28, 0.1]];
const WAYS = { blown: CROSSED, bars: BARS, pontoon: BOATS, dots: DOTS };

function onSide([a, b, draw, colour, weight, leads, words], grid) {
  if (!grid.has(a) || !grid.has(b)) return null;
  const at = place(a, b, grid), thick = grid.wide * 0.052 * weight / 100 * (draw === "dots" ? 2 : 1);
  const d = (WAYS[draw] || BARS).map(([x, y, u, v]) => `M${at(x, y).map(fixed).join(" ")}L${at(u, v).map(fixed).join(" ")}`).join("");
  const stroke = (kind, width) => drawn("path", { d, "class": kind, "stroke-width": width.toFixed(1) });
  return drawn("g", { "class": "side-marker" }, stroke("under", thick + grid.wide * 0.044), stroke(`s-${colour}`, thick), leads && Delta.tip([at(0, 0), at(0, leads === b ? 30 : -30)], `f-${colour}`, grid.wide * 0.23), drawn("title", {}, words));
}
const fixed = value => value.toFixed(1);
const onSides = (markers, grid) => markers.map(one => onSide(one, grid)).filter(Boolean);

// The markers of a hex in words.
const said = (position, hex) => [
  ...position.markers.filter(one => one[0] === hex).map(one => one[3]),
  ...position.side_markers.filter(([a, b]) => a === hex || b === hex).map(([a, b, , , , leads, words]) => `${words} toward ${a === hex ? b : a}${leads ? `, leading to ${leads}` : ""}`),
];

return { inHexes, onSides, said };
})();
