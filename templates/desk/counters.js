"use strict";
// Counters and stacks, drawn from the look of each unit in a square of 100.
const Counters = (() => {
const { drawn } = Dom;
const FACES = {
  plain: "#e6e0cf", german: "#a9b3a0", "austro-hungarian": "#c3d3e2", austrian: "#c3d3e2", italian: "#a5cf8f", french: "#8fb4ea",
  british: "#d9bf86", american: "#b5b56a", russian: "#c9a27a", czech: "#d8b7a8", red: "#e2a39a", yellow: "#ecd982",
};
const LINES = {  // in the box from 26,26 to 76,58
  infantry: "M26 26 76 58M76 26 26 58", cavalry: "M26 58 76 26", mountain: "M26 26 76 58M76 26 26 58M42 58 51 44 60 58Z",
  engineer: "M36 48V36H66V48M51 36V48", "machine-gun": "M51 58V32M44 40 51 30 58 40", assault: "M26 26 76 58M76 26 26 58M26 42H76",
  supply: "M26 50H76", naval: "M51 30V54M40 46Q51 60 62 46M44 36H58", air: "M34 36 68 48V36L34 48Z",
  armour: "M38 34H64Q70 42 64 50H38Q32 42 38 34Z", leader: "M51 30 55 40H65L57 46 60 56 51 50 42 56 45 46 37 40H47Z",
  bicycle: "M26 26 76 58M76 26 26 58M40 62a4 4 0 1 0 .1 0M62 62a4 4 0 1 0 .1 0", hq: "", none: "", artillery: "",
};

function words(x, y, text, size, about) {
  const wide = (about && about.room) || 92, fitted = Math.min(size, wide / Math.max(1, text.length) * 1.75);
  return drawn("text", { x, y: y + fitted * 0.36, "font-size": fitted.toFixed(1), "text-anchor": "middle", "class": "print", ...(about && about.more) }, text);
}

function face(unit) {
  const colour = FACES[unit.colour] || FACES.plain;
  if (unit.is_hidden) return [drawn("rect", { width: 100, height: 100, fill: colour, "class": "edge" }), words(50, 50, "?", 60)];
  const isHq = unit.symbol === "hq";
  return [
    drawn("rect", { width: 100, height: 100, fill: colour, "class": "edge" }),
    unit.reduced && drawn("rect", { x: 3, y: 62, width: 94, height: 35, fill: "#fff", opacity: 0.7 }),
    unit.symbol !== "none" && drawn("rect", { x: 26, y: 26, width: 50, height: 32, "class": isHq ? "box full" : "box" }),
    LINES[unit.symbol] && drawn("path", { d: LINES[unit.symbol], "class": "lines" }),
    unit.symbol === "artillery" && drawn("circle", { cx: 51, cy: 42, r: 7, "class": "dot" }),
    isHq && words(51, 42, "HQ", 24),
    unit.stripe && drawn("path", { d: "M26 58 76 26", "class": "stripe" }),
    unit.size && !["-", "HQ"].includes(unit.size) && words(51, 15, unit.size, 20),
    unit.name && words(13, 42, unit.name, 22, { room: unit.name.length > 3 ? 50 : 25, more: unit.name.length > 3 ? { transform: "rotate(-90 13 42)" } : {} }),
    words(50, 79, unit.figures, 38),
    unit.marks.length > 0 && drawn("g", {}, drawn("rect", { x: 0, y: -14, width: 14 + 11 * tags(unit).length, height: 24, "class": "tag" }), words(7 + 5.5 * tags(unit).length, -2, tags(unit), 20, { more: { "class": "print light" } })),
  ];
}
const tags = unit => unit.marks.map(mark => mark[0].toUpperCase()).join("");

// A look is drawn once, as a sprite; wherever a counter has it, the sprite is laid.
let sprites = new Map(), shelf = null;
function begin(place) { sprites = new Map(); shelf = place; }
function sprite(unit) {
  const { colour, symbol, size, stripe, name, figures, reduced, marks, steps, full, is_hidden } = unit;
  const key = JSON.stringify(is_hidden ? [colour] : [colour, symbol, size, stripe, name, figures, reduced, marks, steps, full]);
  if (!sprites.has(key)) {
    sprites.set(key, `counter-${sprites.size}`);
    shelf.append(drawn("symbol", { id: sprites.get(key), overflow: "visible", viewBox: "0 0 100 100" }, face(unit)));
  }
  return sprites.get(key);
}

function stack(units, [x, y], wide) {
  const size = 0.74 * wide, shown = units.slice(0, 3), found = [];
  shown.forEach((unit, k) => {
    const by = (k - (shown.length - 1) / 2) * wide * 0.07;
    found.unshift(drawn("use", { href: `#${sprite(unit)}`, x: (x - size / 2 + by).toFixed(1), y: (y - size / 2 - by).toFixed(1), width: size.toFixed(1), height: size.toFixed(1) }));
  });
  if (units.length > 1) found.push(drawn("circle", { cx: x + size / 2, cy: y - size / 2, r: wide * 0.16, "class": "badge" }), drawn("text", { x: x + size / 2, y: y - size / 2 + wide * 0.08, "font-size": wide * 0.22, "text-anchor": "middle", "class": "print light" }, units.length));
  return drawn("g", { "class": "stack" }, found);
}

const alone = unit => drawn("svg", { viewBox: "-2 -16 104 118", "class": "counter", "aria-hidden": "true" }, face(unit));
const said = unit => unit.is_hidden ? "a unit face down" : [unit.id, unit.figures, unit.full > unit.steps && unit.steps ? `${unit.steps} of ${unit.full} steps` : "", ...unit.marks].filter(Boolean).join(", ");

return { begin, stack, alone, said };
})();
