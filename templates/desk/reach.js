"use strict";
// Where the chosen units can go: goals with costs, the way there, and for a closed hex the reason with its rule.
const Reach = (() => {
const { made, show } = Dom;
let units = [], found = null;

const goals = () => {
  const best = new Map();
  for (const way of found ? found.ways : []) for (const goal of way.goals) if (!best.has(goal.hex)) best.set(goal.hex, { ...goal, way });
  return best;
};

async function choose(chosen) {
  units = chosen;
  found = null;
  if (!units.length) { Stage.reach([], []); return; }
  const began = performance.now(), answer = await Link.ask("moves", { unit: units[0] });
  if (answer.ok) found = answer.ok;
  Stage.reach(Array.from(goals().values()), found ? found.closed : []);
  Desk.took = performance.now() - began;
  if (found) {
    const ways = found.ways.filter(way => way.goals.length).map(way => `${way.name}: ${way.goals.length} hexes`).join(", ");
    show("reason", `${units.join(", ")}: ${found.allowance} movement points. `, ways || "It cannot go anywhere now.");
  } else show("reason", answer.refused || answer.fault || "");
}

function hover(hex) {
  const goal = goals().get(hex), shut = found && found.closed.find(one => one.hex === hex);
  Stage.way(goal ? goal.path : null);
  if (goal) show("reason", `${hex}${goal.place ? ` (${goal.place})` : ""}: cost ${goal.cost}, by ${goal.path.slice(1).join(", ")}`, goal.notes.length ? `. ${goal.notes.join(". ")}` : "");
  else if (shut) show("reason", ...reason(shut));
}
const reason = shut => ["Closed: ", shut.why, shut.found ? ` (${shut.found}; ${shut.wanted})` : "", made("span", { "class": "rule" }, shut.rule ? ` [${shut.rule}]` : "")];

// All chosen units go there, each by its own way; says whether anything was written.
async function take(hex) {
  const goal = goals().get(hex);
  if (!goal) return false;
  const choices = found.ways.filter(way => way.goals.some(one => one.hex === hex));
  if (choices.length > 1 && units.length === 1) {
    const lines = choices.map(way => way.goals.find(one => one.hex === hex));
    show("choice", "Which way? ", lines.map(one => Dom.button(`${one.line} (cost ${one.cost})`, () => { write(one.line); show("choice", ""); })));
    document.querySelector("#choice button").focus();
    return true;
  }
  for (const unit of units) {
    const answer = unit === units[0] ? { ok: found } : await Link.ask("moves", { unit, to: hex });
    const one = answer.ok && answer.ok.ways.flatMap(way => way.goals).find(other => other.hex === hex);
    if (one) write(one.line); else Dom.say(`${unit} cannot go to ${hex}`);
  }
  Desk.choose([]);
  return true;
}
const write = line => Orders.write(line, Forms.section(line), true);

async function closed(hex) {
  const known = found && found.closed.find(one => one.hex === hex);
  const answer = known ? null : await Link.ask("moves", { unit: units[0], to: hex });
  const shut = known || (answer.ok && answer.ok.closed[0]);
  if (shut) { show("reason", ...reason(shut)); Dom.say(`Closed: ${shut.why} ${shut.rule ? `Rule ${shut.rule}.` : ""}`); }
}

return { choose, hover, take, closed, chosen: () => units };
})();
