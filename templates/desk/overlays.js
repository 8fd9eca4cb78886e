"use strict";
// What is laid over the board: layers of the game, and what the orders do.
const Overlays = (() => {
const { drawn } = Dom;
const on = new Map();  // layers that are shown, by their wish

function laid(one) {
  const shape = `laid-${one.kind} c-${one.colour}`;
  if (one.kind === "path") return one.paths.map(path => Stage.line(path, shape));
  const each = one.hexes.filter(Stage.has);
  if (one.kind === "numbers") return each.map((hex, k) => drawn("text", { x: Stage.spot(hex)[0], y: Stage.spot(hex)[1] + Stage.wide() * 0.1, "font-size": Stage.wide() * 0.3, "text-anchor": "middle", "class": shape }, one.numbers[k]));
  if (one.kind === "front") return [Stage.line(each, shape)];
  return each.map(hex => drawn("polygon", { points: Stage.outline(hex, one.kind === "ring" ? 0.8 : 0.98), "class": shape }));
}

function redraw() {
  Stage.part.laid.replaceChildren(...Array.from(on.values()).flat().flatMap(laid));
  const legends = new Set(Array.from(on.values()).flat().map(one => one.legend).filter(Boolean));
  Dom.show("legend", Array.from(legends, words => Dom.made("li", {}, words)));
}

async function toggle(wish, isOn) {
  if (!isOn) on.delete(wish);
  else {
    const found = await Link.ask("layer", { wish });
    if (found.ok) on.set(wish, found.ok); else Desk.refused(found);
  }
  redraw();
}

function boxes(about) {
  const wishes = about.layers.flatMap(layer => [
    ...(layer.of.includes("side") ? Object.entries(about.sides).map(([side, name]) => [`${layer.name}=${side}`, `${layer.shows}: ${name}`]) : []),
    ...(layer.of.includes("all") && !layer.of.includes("side") ? [[layer.name, layer.shows]] : []),
  ]);
  Dom.show("layers", wishes.map(([wish, words]) => Dom.made("label", {},
    Dom.made("input", { type: "checkbox", onchange: event => toggle(wish, event.target.checked) }), " ", words)));
}

// The head of an arrow, at the end of a way.
function tip(path) {
  const [[ax, ay], [x, y]] = path.slice(-2).map(Stage.spot), turn = Math.atan2(y - ay, x - ax) * 180 / Math.PI, size = Stage.wide() / 100;
  return drawn("path", { d: "M18 0-12 16V-16Z", transform: `translate(${x} ${y}) rotate(${turn.toFixed(1)}) scale(${size})`, "class": "tip" });
}

// Moves as arrows with their numbers, attacks as rings.
function events(found) {
  const shapes = found.flatMap(event => {
    const path = event.path.filter(Stage.has), end = event.at && Stage.has(event.at) ? Stage.spot(event.at) : null;
    const mine = [];
    if (path.length > 1) mine.push(Stage.line(path, "shaft-edge"), Stage.line(path, `shaft ${event.draw}`), tip(path));
    for (const hex of (event.sources || []).filter(Stage.has)) if (end) mine.push(Stage.line([hex, event.at], "blow"));
    if (event.sources && event.sources.length && end) mine.push(drawn("polygon", { points: Stage.outline(event.at, 0.95), "class": "struck" }));
    if (event.number && end) mine.push(drawn("circle", { cx: end[0] - Stage.wide() * 0.36, cy: end[1] + Stage.wide() * 0.3, r: Stage.wide() * 0.15, "class": "mark" }),
      drawn("text", { x: end[0] - Stage.wide() * 0.36, y: end[1] + Stage.wide() * 0.37, "font-size": Stage.wide() * 0.2, "text-anchor": "middle", "class": "print light" }, event.number));
    return mine;
  });
  Stage.part.arrows.replaceChildren(...shapes);
}

return { boxes, events, toggle };
})();
