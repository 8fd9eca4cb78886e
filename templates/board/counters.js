"use strict";
// Counters and stacks, drawn from the look of each unit in a square of 100. A look is drawn once, as a sprite, and laid wherever a counter has it.
const Counters = (() => {
const { drawn } = Dom;
const SHARE = 0.73;  // of a hex that a counter takes
const SHOWN = 4;  // counters of a stack whose edge shows
const FACES = {
  plain: "#e6e0cf", german: "#a9b3a0", "austro-hungarian": "#c3d3e2", austrian: "#c3d3e2", italian: "#a5cf8f", french: "#8fb4ea",
  british: "#d9bf86", american: "#b5b56a", russian: "#c9a27a", czech: "#d8b7a8", red: "#e2a39a", yellow: "#ecd982",
};
const CROSS = "M25 25 77 59M77 25 25 59";
const LINES = {  // in the box from 25,25 to 77,59
  infantry: CROSS, cavalry: "M25 59 77 25", mountain: CROSS, engineer: "M38 50V36H64V50M51 36V50", "machine-gun": "M51 53V31M43 39 51 31 59 39M41 53H61",
  assault: CROSS, naval: "M51 33V53M41 38H61M38 45Q51 60 64 45", air: "M34 36 68 48V36L34 48Z", armour: "M38 34H64Q70 42 64 50H38Q32 42 38 34Z",
  bicycle: `${CROSS}M40 63a4 4 0 1 0 .1 0M62 63a4 4 0 1 0 .1 0`, supply: "M51 29a6 6 0 1 0 .1 0",
};
const FILLED = { mountain: "M41 59 51 43 61 59Z", assault: "M25 25 51 42 25 59Z", supply: "M25 50H77V59H25Z", leader: "M51 21 56 35 71 35 59 44 63 59 51 50 39 59 43 44 31 35 46 35Z" };

// Letters in so much room: about six tenths of their height is one of them wide.
function words(x, y, text, size, about) {
  const wide = (about && about.room) || 92, fitted = Math.min(size, wide / Math.max(1, text.length) * 1.75);
  return drawn("text", { x, y: y + fitted * 0.36, "font-size": fitted.toFixed(1), "text-anchor": "middle", "class": "print", ...(about && about.more) }, text);
}

function face(unit) {
  const edge = drawn("rect", { x: 0.7, y: 0.7, width: 98.6, height: 98.6, fill: FACES[unit.colour] || (/^#/.test(unit.colour) ? unit.colour : FACES.plain), "class": "edge" });
  if (unit.is_hidden) return [edge, drawn("rect", { x: 20, y: 20, width: 60, height: 60, "class": "back" }), words(50, 50, "?", 50, { more: { "class": "print pale" } })];
  const isLevel = unit.name.length <= 2;
  return [
    edge, unit.reduced && drawn("rect", { x: 2, y: 63, width: 96, height: 35, "class": "turned" }), symbol(unit),
    unit.size && !["-", "HQ"].includes(unit.size) && !["hq", "leader"].includes(unit.symbol) && words(51, 15, unit.size, 20, { room: 50 }),
    unit.name && words(13, 42, unit.name, isLevel ? 25 : 21, { room: isLevel ? 21 : 58, more: isLevel ? {} : { transform: "rotate(-90 13 42)" } }),
    words(50, 80, unit.figures, 38), unit.steps > 0 && unit.steps < unit.full && unit.full <= 6 && pips(unit),
  ];
}

function symbol(unit) {
  if (unit.symbol === "none") return false;
  if (unit.symbol === "leader") return drawn("path", { d: FILLED.leader, "class": "dot" });
  if (unit.symbol === "hq") return [drawn("rect", { x: 27, y: 25, width: 50, height: 26, "class": "box" }), drawn("path", { d: "M27 25H77V33H27Z", "class": "dot" }), drawn("path", { d: "M27 25V67", "class": "lines" })];
  return [
    drawn("rect", { x: 25, y: 25, width: 52, height: 34, "class": "box" }),
    unit.stripe && drawn("path", { d: "M25 59V51L61 25H77V33L41 59Z", "class": "stripe" }),
    FILLED[unit.symbol] && drawn("path", { d: FILLED[unit.symbol], "class": "dot" }),
    unit.symbol === "artillery" ? drawn("circle", { cx: 51, cy: 42, r: 9.5, "class": "dot" }) : LINES[unit.symbol] && drawn("path", { d: LINES[unit.symbol], "class": "lines" }),
    drawn("rect", { x: 25, y: 25, width: 52, height: 34, "class": "lines" }),
  ];
}

// Steps left and lost, from the foot of the box upward.
const pips = unit => Array.from({ length: unit.full }, (_, k) => drawn("rect", { x: 83, y: 50 - k * 12, width: 9, height: 9, "class": k < unit.steps ? "left" : "lost" }));

// A marker: letters in a small tag. Its place is its left edge and its middle; says how wide it is.
function tag([letters, colour], x, y, wide, about) {
  const high = SHARE * wide * 0.34, long = Math.max(high, letters.length * high * 0.56 + high * 0.45);
  return { wide: long, shape: drawn("g", { "class": "tag", ...about }, drawn("rect", { x, y: y - high / 2, width: long, height: high, "class": `f-${colour}` }), drawn("text", { x: x + long / 2, y: y + high * 0.3, "font-size": (high * 0.86).toFixed(1), "text-anchor": "middle", "class": "print light" }, letters)) };
}
function tags(each, x, y, wide) {
  const found = [];
  for (const one of each) { const { shape, wide: long } = tag(one, x, y, wide); found.push(shape); x += long - 0.5; }
  return found;
}

let sprites = new Map(), shelf = null;
function begin(place) { sprites = new Map(); shelf = place; }
function sprite(unit) {
  const key = JSON.stringify(unit.is_hidden ? [unit.colour] : [unit.colour, unit.symbol, unit.size, unit.stripe, unit.name, unit.figures, unit.reduced, unit.steps, unit.full]);
  if (!sprites.has(key)) {
    sprites.set(key, `counter-${sprites.size}`);
    shelf.append(drawn("symbol", { id: sprites.get(key), overflow: "visible", viewBox: "0 0 100 100" }, face(unit)));
  }
  return sprites.get(key);
}
const laid = (unit, x, y, size) => drawn("use", { href: `#${sprite(unit)}`, x: x.toFixed(1), y: y.toFixed(1), width: size.toFixed(1), height: size.toFixed(1) });

function badge(count, x, y, size) {
  const r = size * 0.21;
  return [drawn("circle", { cx: x, cy: y, r, "class": "badge" }), drawn("text", { x, y: y + r * 0.5, "font-size": (r * 1.4).toFixed(1), "text-anchor": "middle", "class": "print light" }, count)];
}

// What a stack covers: left, top, right, bottom.
function box(units, [x, y], wide) {
  const size = SHARE * wide, by = wide * 0.06, fan = (Math.min(units.length, SHOWN) - 1) * by;
  return [x - size / 2 - fan / 2, y - size / 2 - fan / 2, x + size / 2 + fan / 2, y + size / 2 + fan / 2];
}

// The lowest counter first, up and to the right; then their number, and each kind of marker once.
function stack(units, spot, wide) {
  const size = SHARE * wide, by = wide * 0.06, [left, , , bottom] = box(units, spot, wide), found = [];
  for (let k = Math.min(units.length, SHOWN) - 1; k >= 0; k--) found.push(laid(units[k], left + k * by, bottom - size - k * by, size));
  const marks = new Map(units.flatMap(unit => unit.tags || []).map(one => [one.join(), one]));
  if (units.length > 1) found.push(badge(units.length, left + size * 0.93, bottom - size * 0.93, size));
  return drawn("g", { "class": "stack" }, found, tags(marks.values(), left - size * 0.1, bottom - size, wide));
}

// Where units stood that have gone.
function ghost({ unit, count }, [x, y], wide) {
  const size = SHARE * wide;
  return drawn("g", { "class": "ghost" }, laid(unit, x - size / 2, y - size / 2, size), count > 1 && badge(count, x + size * 0.43, y - size * 0.43, size));
}

const alone = unit => drawn("svg", { viewBox: "-4 -18 108 120", "class": "counter", "aria-hidden": "true" }, face(unit), tags(unit.tags || [], 0, 0, 100));
const marks = unit => (unit.tags || []).map(one => one[2]);
const said = unit => unit.is_hidden ? "a unit face down" : [unit.id, unit.figures, unit.full > unit.steps && unit.steps ? `${unit.steps} of ${unit.full} steps` : "", ...marks(unit)].filter(Boolean).join(", ");

return { begin, stack, box, ghost, tag, tags, alone, said, marks, SHARE };
})();
