"use strict";
// The boards of a campaign: one printed map, and for each board a list of what lies where. Equal counters and stacks are kept once.
const Boards = (() => {
const { drawn } = Dom;
let grid = null;

const read = () => { const place = document.getElementById("boards"); return place ? JSON.parse(place.textContent) : null; };
const has = (kit, name) => Boolean(kit && kit.boards && kit.boards[name]);

// Sprites lie on a shelf that all boards of the page take them from.
function begin(kit) {
  grid = Grid.of(null, kit);
  const shelf = drawn("svg", { width: 0, height: 0, "aria-hidden": "true", "class": "shelf" });
  document.body.append(shelf);
  Counters.begin(shelf);
}

const stack = (kit, [hex, units]) => ({ hex, units: units.map(number => kit.faces[number]) });
function position(kit, name) {
  const found = { stacks: [], markers: [], side_markers: [], ghosts: [], events: [] };
  for (const number of kit.boards[name]) {
    const [kind, value] = kit.laid[number];
    found[kind].push(kind === "stacks" ? stack(kit, value) : kind === "ghosts" ? { ...value, unit: kit.faces[value.unit] } : value);
  }
  return found;
}

function draw(svg, kit, name) {
  if (!grid) begin(kit);
  if (!svg.firstChild) {
    const [width, height] = grid.size;
    for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) svg.setAttribute(key, value);
    svg.append(drawn("image", { href: kit.ground, width, height }), drawn("g", {}, Board.names(kit.names, grid)), drawn("g"));
  }
  const { under, stacks, over } = Board.shapes(position(kit, name), grid);
  svg.lastChild.replaceChildren(...under, ...stacks.values(), ...over);
}

return { read, has, draw };
})();
