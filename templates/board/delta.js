"use strict";
// What a step did: arrows, blows, crosses, and beside them numbers, odds and results, losses, arrivals.
const Delta = (() => {
const { drawn } = Dom;
const PATHS = ["move", "rail", "retreat", "advance"], SIGNS = { gone: "†", arrive: "+" };
const fixed = value => value.toFixed(1);
const far = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);
const toward = ([ax, ay], [bx, by], long) => { const whole = far([ax, ay], [bx, by]) || 1; return [ax + (bx - ax) * long / whole, ay + (by - ay) * long / whole]; };
const line = (points, kind, wide) => drawn("polyline", { points: points.map(point => point.map(fixed).join()).join(" "), "class": kind, "stroke-width": fixed(wide) });

// The head of an arrow, at the end of a way.
function tip(points, kind, size) {
  const [[ax, ay], [x, y]] = points.slice(-2), turn = Math.atan2(y - ay, x - ax) * 180 / Math.PI;
  return drawn("path", { d: "M50 0-50 55V-55Z", transform: `translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(turn)}) scale(${(size / 100).toFixed(3)})`, "class": `tip ${kind}` });
}

// The way of an arrow: it ends beside the counter, and begins there too if others have stayed behind.
function way(event, grid, isLeft) {
  const points = event.path.filter(grid.has).map(grid.spot), reach = 0.4 * grid.wide, last = points.length - 1;
  if (last < 1) return [];
  if (isLeft) points[0] = toward(points[0], points[1], reach * 0.75);
  if (far(points[last - 1], points[last]) > reach) points[last] = toward(points[last], points[last - 1], reach);
  return points;
}

function arrow(event, points, wide) {
  const isHeavy = event.draw === "advance", thick = (isHeavy ? 0.115 : 0.08) * wide, head = (isHeavy ? 0.34 : 0.29) * wide;
  return [line(points, "under", thick + 0.07 * wide), tip(points, "under", head + 0.075 * wide), line(points, `shaft ${event.draw} s-${event.colour}`, thick), tip(points, `f-${event.colour}`, head)];
}

function blows(event, grid) {
  const wide = grid.wide, targets = event.targets.filter(grid.has);
  const rings = targets.flatMap(hex => [["under", 0.11], ["s-orange", 0.06]].map(([kind, thick]) => drawn("polygon", { points: grid.outline(hex, 0.93), "class": `ring ${kind}`, "stroke-width": fixed(thick * wide) })));
  const sources = event.sources.filter(hex => grid.has(hex) && !targets.includes(hex));
  const near = sources.flatMap(source => { const beside = targets.filter(target => far(grid.spot(source), grid.spot(target)) < 1.2 * wide); return (beside.length ? beside : targets.slice(0, 1)).map(target => [source, target]); });
  return [...rings, ...near.flatMap(([source, target]) => {
    const [a, b] = [grid.spot(source), grid.spot(target)], at = share => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share], points = [at(0.4), at(0.57)];
    return [line(points, "under", 0.27 * wide), tip(points, "under", 0.52 * wide), line(points, "s-orange", 0.2 * wide), tip(points, "f-orange", 0.44 * wide)];
  })];
}

function cross(hex, grid) {
  const [x, y] = grid.spot(hex), r = 0.31 * grid.wide;
  return [["under", 0.12], ["s-red", 0.07]].flatMap(([kind, thick]) => [line([[x - r, y - r], [x + r, y + r]], kind, thick * grid.wide), line([[x - r, y + r], [x + r, y - r]], kind, thick * grid.wide)]);
}

// -- notes: each takes the spot where it covers least of counters and of other notes ------------------------------

function room(boxes, size) {
  const taken = boxes.map(box => [box, 1]);
  const shared = ([a, b, c, d], [l, t, r, o]) => Math.max(0, Math.min(c, r) - Math.max(a, l)) * Math.max(0, Math.min(d, o) - Math.max(b, t));
  return (spots, wide, high, step) => {
    let best = null, least = Infinity;
    spots.forEach(([x, y], order) => {
      const cx = Math.max(wide / 2, Math.min(size[0] - wide / 2, x)), cy = Math.max(high / 2, Math.min(size[1] - high / 2, y));
      const box = [cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2], cost = order * step + taken.reduce((sum, [other, weight]) => sum + weight * shared(box, other), 0);
      if (cost < least) [best, least] = [[cx, cy, box], cost];
    });
    taken.push([best[2], 12]);
    return best;
  };
}

function combat(event, grid, take) {
  const size = grid.wide * 0.25, high = size * 1.45, label = event.label ? `${event.targets.join("+") || event.at}: ${event.label}` : "";
  const badge = event.number ? event.number.length * size * 0.6 + size * 0.75 : 0, wide = badge + (label ? label.length * size * 0.53 + size * 0.8 : 0), [gx, gy] = grid.spot(event.at);
  if (!wide) return [];
  const up = grid.wide * 0.56, aside = wide / 2 + grid.wide * 0.48, spots = [];
  for (let out = 0; out <= 3; out++) {
    for (const dy of [-1, 1]) for (const dx of [0, 1, -1]) spots.push([gx + dx * wide / 4, gy + dy * (up + out * grid.wide)]);
    for (const dy of [0, -1, 1]) for (const dx of [1, -1]) spots.push([gx + dx * (aside + out * grid.wide), gy + dy * grid.wide / 2]);
  }
  const [x, y] = take(spots, wide, high, grid.wide / 2), left = x - wide / 2, leader = far([x, y], [gx, gy]) > grid.wide * 0.9;
  const text = (at, words, kind) => drawn("text", { x: fixed(at), y: fixed(y + size * 0.35), "font-size": fixed(size), "text-anchor": "middle", "class": `print ${kind}` }, words);
  return [
    leader && [line([[x, y], toward([gx, gy], [x, y], grid.wide * 0.33)], "under", grid.wide * 0.09), line([[x, y], toward([gx, gy], [x, y], grid.wide * 0.33)], "s-orange", grid.wide * 0.05)],
    drawn("rect", { x: fixed(left), y: fixed(y - high / 2), width: fixed(wide), height: fixed(high), "class": "f-orange" }),
    label && drawn("rect", { x: fixed(left + Math.max(2, badge)), y: fixed(y - high / 2 + 2), width: fixed(wide - Math.max(2, badge) - 2), height: fixed(high - 4), "class": "note" }),
    label && text(left + (badge + wide) / 2, label, ""), event.number && text(left + badge / 2, event.number, "light"),
  ];
}

function loss(event, grid, take) {
  const colour = ["arrive", "gain"].includes(event.draw) ? "green" : "red", letters = `${event.number} ${SIGNS[event.draw] || event.label}`.trim();
  const high = Counters.SHARE * grid.wide * 0.34, long = Math.max(high, letters.length * high * 0.56 + high * 0.45), [gx, gy] = grid.spot(event.at);
  const low = Counters.SHARE * grid.wide / 2 + high * 0.4, aside = Counters.SHARE * grid.wide / 2 + long * 0.35;
  const [x, y] = take([[gx, gy + low], [gx, gy - low], [gx - aside, gy + low / 2], [gx + aside, gy + low / 2], [gx - aside, gy], [gx + aside, gy], [gx - aside, gy - low], [gx + aside, gy - low]], long, high, high * 4);
  return [Counters.tag([letters, colour], x - long / 2, y, grid.wide).shape];
}

function number(event, points, grid, take) {
  const size = grid.wide * 0.23, high = size * 1.4, wide = Math.max(high, event.number.length * size * 0.6 + size * 0.66);
  const sum = points.slice(1).reduce((found, point, k) => found + far(points[k], point), 0);
  const at = share => { let left = sum * share; for (let k = 1; k < points.length; k++) { const part = far(points[k - 1], points[k]); if (left <= part) return toward(points[k - 1], points[k], left); left -= part; } return points[points.length - 1]; };
  const [x, y] = take((points.length > 2 ? [0.5, 0.4, 0.6, 0.3, 0.7, 0.2] : [0.25, 0.4, 0.1]).map(at), wide, high, 8);
  return [drawn("rect", { x: fixed(x - wide / 2), y: fixed(y - high / 2), width: fixed(wide), height: fixed(high), rx: fixed(high / 2), "class": `numbered f-${event.colour}` }), drawn("text", { x: fixed(x), y: fixed(y + size * 0.35), "font-size": fixed(size), "text-anchor": "middle", "class": "print light" }, event.number)];
}

// Blows first, then paths, then crosses over what is gone; combats have the first choice of room, the numbers of paths the last.
function shapes(events, stacks, grid) {
  const held = new Set(stacks.map(stack => stack.hex)), here = event => event.at && grid.has(event.at), paths = events.filter(event => PATHS.includes(event.draw)).map(event => [event, way(event, grid, held.has(event.path[0]))]).filter(([, points]) => points.length > 1);
  const fights = events.filter(event => event.draw === "combat" && here(event)), others = events.filter(event => here(event) && event.draw !== "combat" && !PATHS.includes(event.draw));
  const take = room(stacks.filter(stack => grid.has(stack.hex)).map(stack => Counters.box(stack.units, grid.spot(stack.hex), grid.wide)), grid.size);
  const notes = [...fights.map(event => combat(event, grid, take)), ...others.map(event => loss(event, grid, take)), ...paths.filter(([event]) => event.number).map(([event, points]) => number(event, points, grid, take))];
  return [
    ...fights.flatMap(event => blows(event, grid)), ...paths.flatMap(([event, points]) => arrow(event, points, grid.wide)),
    ...others.filter(event => event.draw === "gone" && !held.has(event.at)).flatMap(event => cross(event.at, grid)), ...notes.reverse(),
  ].flat(3).filter(Boolean);
}

return { shapes, tip };
})();
