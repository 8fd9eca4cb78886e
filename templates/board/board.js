"use strict";
// One board for the order page and for the archive: what lies on a map, from a position as data.
const Board = (() => {
const { drawn } = Dom;

// Names stand at the foot of their hexes, under the counters; where two would touch, the later one goes to the head or farther down.
function names(hexes, grid) {
  const size = grid.wide * 0.2, taken = [];
  return Object.entries(hexes).filter(([hex, name]) => name && grid.has(hex)).map(([hex, name]) => {
    const [x, y] = grid.spot(hex), wide = name.length * size * 0.58;
    const clash = at => taken.some(([ox, oy, other]) => Math.abs(ox - x) < (wide + other) / 2 && Math.abs(oy - at) < size * 1.05);
    const at = [0.47, -0.4, 0.67, -0.6].map(share => y + grid.wide * share).find(one => !clash(one)) || y + grid.wide * 0.47;
    taken.push([x, at, wide]);
    return drawn("text", { x, y: at.toFixed(1), "font-size": size.toFixed(1), "text-anchor": "middle", "class": "place" }, name);
  });
}

// What lies under the counters, the stacks by hex, and what lies over them.
function shapes({ stacks, markers, side_markers, ghosts, events }, grid) {
  const there = stacks.filter(stack => grid.has(stack.hex));
  return {
    under: [...Markers.onSides(side_markers, grid), ...Markers.inHexes(markers, grid), ...(ghosts || []).filter(one => grid.has(one.hex)).map(one => Counters.ghost(one, grid.spot(one.hex), grid.wide))],
    stacks: new Map(there.map(stack => [stack.hex, Counters.stack(stack.units, grid.spot(stack.hex), grid.wide)])),
    over: Delta.shapes(events || [], there, grid),
  };
}

return { names, shapes };
})();
