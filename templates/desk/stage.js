"use strict";
// The board that is ordered from: ground, hexes, counters, and what is laid over them. One hex is the cursor; arrows walk it.
const Stage = (() => {
const { drawn, at, say } = Dom;
const LAYERS = ["sprites", "ground", "names", "hexes", "laid", "under-counters", "reach", "counters", "arrows", "picks", "cursor"];
const part = {}, ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let grid, map, sides, shown = { stacks: [], markers: [], side_markers: [] }, stacks = new Map(), homes = new Map(), here = "", column = 0, costs = new Map(), act;

function build(about, mapped, gridded, ground, acting) {
  [map, grid, sides, act] = [mapped.hexes, gridded, about.sides, acting];
  const svg = at("board"), picture = ground && ground.picture;
  svg.replaceChildren();
  for (const name of LAYERS) svg.append(part[name] = drawn("g", { "class": name }));
  part.ground.append(drawn("rect", { width: grid.size[0], height: grid.size[1], "class": "paper" }));
  if (picture) part.ground.append(drawn("image", { href: picture, width: grid.size[0], height: grid.size[1] }));
  part.hexes.append(...grid.hexes.map(hex => drawn("polygon", { points: grid.outline(hex), "class": picture ? "clear-hex" : `hex ${map[hex].terrain}`, "data-hex": hex })));
  if (!picture) part.names.append(...grid.hexes.map(hex => drawn("text", { x: grid.spot(hex)[0], y: grid.spot(hex)[1] - grid.wide * 0.36, "font-size": grid.wide * 0.16, "text-anchor": "middle", "class": "number" }, hex)));
  part.names.append(...Board.names(Object.fromEntries(grid.hexes.map(hex => [hex, map[hex].name])), grid));
  if (!picture) svg.append(part.names);  // plain hexes are filled: what is written stands over them
  if (!picture) for (const name of LAYERS.slice(4)) svg.append(part[name]);
  Counters.begin(part.sprites);
  View.over(svg, grid.size);
  if (!isHeard) listen(svg);
}

// One board after the other may be shown here; it is listened to once.
let isHeard = false;
function listen(svg) {
  isHeard = true;
  svg.addEventListener("click", event => { if (!View.wasDragged() && event.target.dataset.hex) go(event.target.dataset.hex, true); });
  svg.addEventListener("pointerover", event => { if (event.target.dataset && event.target.dataset.hex) act.hover(event.target.dataset.hex); });
  at("view").addEventListener("keydown", pressed);
}

function pressed(event) {
  const step = ARROWS[event.key];
  if (step && event.shiftKey) View.pan(step[0] * 0.2, step[1] * 0.2);
  else if (step) { if (step[0]) column = 0; go(grid.toward(here, ...step, column || grid.spot(here)[0]), false, Boolean(step[1])); }
  else if (event.key === "Enter" || event.key === " ") go(here, true);
  else if (event.key === "+" || event.key === "=") View.zoom(1.4);
  else if (event.key === "-") View.zoom(1 / 1.4);
  else if (event.key === "0") View.fit();
  else if (event.key === "Escape") act.leave();
  else if (event.key === "t") act.tell(here);
  else return;
  event.preventDefault();
}

// The cursor goes to a hex; with `isMeant` the hex is clicked.
function go(hex, isMeant, keepsColumn = false) {
  if (!grid.has(hex)) return;
  here = hex;
  if (!keepsColumn || !column) column = grid.spot(hex)[0];
  part.cursor.replaceChildren(drawn("polygon", { points: grid.outline(hex, 0.96) }));
  View.reveal(...grid.spot(hex), grid.wide);
  act.hover(hex);
  if (isMeant) act.hex(hex); else say(words(hex));
}

function words(hex) {
  const found = map[hex], units = stacks.get(hex) || [], cost = costs.get(hex);
  const who = Object.keys(sides).map(side => [side, units.filter(unit => unit.side === side)]).filter(([, mine]) => mine.length);
  return [`${hex}${found.name ? ` ${found.name}` : ""}, ${found.terrain}`, ...Markers.said(shown, hex), ...who.map(([side, mine]) => `${sides[side]}: ${mine.map(Counters.said).join("; ")}`), cost ? `in reach, cost ${cost}` : ""].filter(Boolean).join(". ");
}

// A position, and what the orders or a try did to come there.
function position(found, delta = { events: [], ghosts: [] }, chosen = []) {
  shown = found;
  stacks = new Map(found.stacks.map(stack => [stack.hex, stack.units]));
  homes = new Map(found.stacks.flatMap(stack => stack.units.map(unit => [unit.id, stack.hex])));
  const shapes = Board.shapes({ ...found, ...delta }, grid);
  part["under-counters"].replaceChildren(...shapes.under);
  part.counters.replaceChildren(...shapes.stacks.values());
  part.arrows.replaceChildren(...shapes.over);
  mark(chosen);
}
function mark(chosen) {
  const hexes = new Set(chosen.map(unit => homes.get(unit)).filter(Boolean));
  part.picks.replaceChildren(...Array.from(hexes, hex => drawn("polygon", { points: grid.outline(hex, 0.9), "class": "picked" })));
}

// All hexes of a kind are one shape: a click redraws few.
const together = (hexes, share, kind) => hexes.length ? [drawn("path", { d: hexes.map(hex => `M${grid.outline(hex, share).replaceAll(" ", "L")}Z`).join(""), "class": kind })] : [];
function reach(goals, closed) {
  costs = new Map(goals.map(goal => [goal.hex, goal.cost]));
  part.reach.replaceChildren(
    ...together(closed.map(one => one.hex).filter(grid.has), 0.9, "closed"), ...together(goals.map(goal => goal.hex).filter(grid.has), 0.97, "goal"),
    drawn("g", { id: "way" }), ...goals.filter(goal => grid.has(goal.hex)).map(cost));
}
const cost = goal => drawn("text", { x: grid.spot(goal.hex)[0], y: (grid.spot(goal.hex)[1] - grid.wide * 0.31).toFixed(1), "font-size": (grid.wide * 0.26).toFixed(1), "text-anchor": "middle", "class": "cost" }, goal.cost);
const line = (path, kind) => drawn("polyline", { points: path.filter(grid.has).map(hex => grid.spot(hex).join(",")).join(" "), "class": kind });
function way(path) { const place = document.getElementById("way"); if (place && (path || place.hasChildNodes())) place.replaceChildren(...(path ? [line(path, "way")] : [])); }

return { build, position, mark, reach, way, words, go, line, part, spot: hex => grid.spot(hex), outline: (hex, share) => grid.outline(hex, share), near: hex => grid.near(hex), wide: () => grid.wide, here: () => here, units: hex => stacks.get(hex) || [], hexOf: id => homes.get(id) || "", has: hex => Boolean(grid) && grid.has(hex) };
})();
