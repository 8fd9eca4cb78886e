"use strict";
// What is laid over the board: layers of the game.
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

return { boxes, toggle };
})();
