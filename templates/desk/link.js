"use strict";
// The way to the rules: a question goes out by name, an answer comes back; a refusal is an answer too.
const Link = (() => {
const unpacked = new Map();  // maps, by the part of the page that holds them
let open_ = 0;  // questions that wait for their answer

async function ask(name, given) {
  open_ += 1;
  try {
    return { ok: await call(name, given || {}) };
  } catch (error) {
    return error.problems && !error.isFault ? { refused: error.message, problems: error.problems } : { fault: error.message };
  } finally {
    open_ -= 1;
  }
}

function letters(buffer) {
  const bytes = new Uint8Array(buffer), parts = [];
  for (let k = 0; k < bytes.length; k += 8192) parts.push(String.fromCharCode(...bytes.subarray(k, k + 8192)));
  return btoa(parts.join(""));
}
const open = buffer => ask("open", { leaf: letters(buffer) });

// The printed map of a game with just these hexes, where the page has one.
async function ground(game, hexes) {
  const place = document.getElementById("grounds");
  for (const name of (place && JSON.parse(place.textContent)[game]) || []) {
    if (!unpacked.has(name)) unpacked.set(name, JSON.parse(new TextDecoder().decode(await part(name))));
    const found = unpacked.get(name);
    if (Object.keys(found.hexes).length === hexes.length && hexes.every(hex => hex in found.hexes)) return found;
  }
  return null;
}

return { ask, open, ground, isIdle: () => open_ === 0 };
})();
