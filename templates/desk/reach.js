"use strict";
// Where the chosen units can go: goals with costs, the way there, and for a closed hex the reason with its rule.
const Reach = (() => {
const { made, show } = Dom;
let units = [], found = null, known = new Map();  // answers by unit: the position stays the same while the page is open

// All reaches are asked for while nothing else is, one at a time, so that a click finds its answer there.
async function begin(all) {
  const mine = known = new Map();
  document.body.dataset.ahead = "no";
  for (const unit of all) {
    while (mine === known && !Link.isIdle()) await pause(20);
    if (mine !== known) return;
    await moves(unit);
    await pause(0);
  }
  document.body.dataset.ahead = "yes";
}
const pause = time => new Promise(done => { setTimeout(done, time); });

async function moves(unit) {
  const mine = known;
  if (!mine.has(unit)) mine.set(unit, await Link.ask("moves", { unit }));
  return mine.get(unit);
}

const goals = () => {
  const best = new Map();
  for (const way of found ? found.ways : []) for (const goal of way.goals) if (!best.has(goal.hex)) best.set(goal.hex, { ...goal, way });
  return best;
};

async function choose(chosen) {
  units = chosen;
  found = null;
  if (!units.length) { Stage.reach([], []); return; }
  const answer = known.get(units[0]) || await moves(units[0]);
  if (chosen !== units) return;  // another click came first
  if (answer.ok) found = answer.ok;
  Stage.reach(Array.from(goals().values()), found ? found.closed : []);
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

// All chosen units go there; says whether anything was written.
async function take(hex) {
  const goal = goals().get(hex);
  if (!goal) return false;
  const choices = found.ways.filter(way => way.goals.some(one => one.hex === hex));
  if (choices.length > 1 && units.length === 1) {
    const offers = choices.map(way => [way.name, way.goals.find(one => one.hex === hex)]);
    show("choice", "Which way? ", offers.map(([name, one]) => Dom.button(`${name}: ${one.line} (cost ${one.cost})`, () => { write(one.line); show("choice", ""); })));
    document.querySelector("#choice button").focus();
    return true;
  }
  for (const line of await lines(hex)) write(line);
  Desk.choose([]);
  return true;
}

// One order for all where the game takes one, else an order for each that can go there.
async function lines(hex) {
  const each = [];
  for (const unit of units) {
    const answer = await moves(unit), one = answer.ok && answer.ok.ways.flatMap(way => way.goals).find(other => other.hex === hex);
    if (one) each.push(one.line); else Dom.say(`${unit} cannot go to ${hex}`);
  }
  if (each.length < 2 || each.length < units.length) return each;
  const together = each[0].replace(units[0], units.join(", ")), section = Forms.section(together);
  const read = await Link.ask("read", { lines: [together], section });
  return read.ok && !read.ok[0].problems.length && read.ok[0].orders.length === 1 ? [together] : each;
}
const write = line => Orders.write(line, Forms.section(line), true);

async function closed(hex) {
  const known = found && found.closed.find(one => one.hex === hex);
  const answer = known ? null : await Link.ask("moves", { unit: units[0], to: hex });
  const shut = known || (answer.ok && answer.ok.closed[0]);
  if (shut) { show("reason", ...reason(shut)); Dom.say(`Closed: ${shut.why} ${shut.rule ? `Rule ${shut.rule}.` : ""}`); }
}

return { begin, choose, hover, take, closed, chosen: () => units };
})();
