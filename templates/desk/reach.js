"use strict";
// Where the chosen units can go, behind the orders written so far: goals with costs, the way there, and for a closed hex the reason with its rule.
const Reach = (() => {
const { made, show } = Dom;
let units = [], found = null, goals = new Map(), all = [], known = new Map(), here = "";  // answers by unit, for the text as it stands

// All reaches are asked for while nothing else is, one at a time, those near the last click first, so that a click finds its answer there.
async function begin(mine) {
  all = mine;
  await ahead();
}
async function ahead() {
  const mine = known;
  document.body.dataset.ahead = "no";
  for (const unit of nearest()) {
    while (mine === known && !Link.isIdle()) await pause(20);
    if (mine !== known) return;
    await moves(unit);
    await pause(0);
  }
  document.body.dataset.ahead = "yes";
}
const pause = time => new Promise(done => { setTimeout(done, time); });

function nearest() {
  const [x, y] = Stage.has(here) ? Stage.spot(here) : [0, 0];
  const far = new Map(all.map(unit => [unit, Stage.hexOf(unit)]).map(([unit, hex]) => [unit, hex ? Math.hypot(Stage.spot(hex)[0] - x, Stage.spot(hex)[1] - y) : Infinity]));
  return here ? [...all].sort((one, other) => far.get(one) - far.get(other)) : all;
}

// The text has changed: what was found out for the one before does not count; what is shown is found out anew.
function stale() {
  known = new Map();
  document.body.dataset.ahead = "no";
}
function renew() {
  if (units.length) choose(units);
  if (all.length) ahead();
}

function moves(unit) {
  const mine = known;
  if (!mine.has(unit)) mine.set(unit, Link.ask("moves", { unit, text: Orders.isFresh() ? "" : Orders.text(), section: Forms.section("move") }));
  return mine.get(unit);
}

function taken(answer) {
  found = answer && answer.ok ? answer.ok : null;
  goals = new Map();
  for (const way of found ? found.ways : []) for (const goal of way.goals) if (!goals.has(goal.hex)) goals.set(goal.hex, goal);
}

async function choose(chosen) {
  units = chosen;
  if (!units.length) { taken(null); Stage.reach([], []); return; }
  const answer = await moves(units[0]);
  if (chosen !== units) return;  // another click came first
  taken(answer);
  Stage.reach(Array.from(goals.values()), found ? found.closed : []);
  show("reason", found ? told() : answer.refused || answer.fault || "");
}

function told() {
  if (!found.hex) return `${units.join(", ")} waits off the map (${found.place}). A click on a hex fills in the form that brings it there.`;
  const ways = found.ways.filter(way => way.goals.length).map(way => `${way.name}: ${way.goals.length} ${way.goals.length === 1 ? "hex" : "hexes"}`).join(", ");
  const again = found.instead ? ` It has an order: ${found.instead.text}. Another hex replaces it.` : "";
  return `${units.join(", ")}: ${found.allowance} movement points. ${ways || "It cannot go anywhere now."}${again}`;
}

function hover(hex) {
  const goal = goals.get(hex), shut = found && found.closed.find(one => one.hex === hex);
  Stage.way(goal ? goal.path : null);
  if (goal) show("reason", `${hex}${goal.place ? ` (${goal.place})` : ""}: cost ${goal.cost}, by ${goal.path.slice(1).join(", ")}`, goal.notes.length ? `. ${goal.notes.join(". ")}` : "");
  else if (shut) show("reason", ...reason(shut));
}
const reason = shut => ["Closed: ", shut.why, shut.found ? ` (${shut.found}; ${shut.wanted})` : "", made("span", { "class": "rule" }, shut.rule ? ` [${shut.rule}]` : "")];

// A pointer over units of one's own: a click may come.
function warm(chosen) { if (chosen.length && !units.length && Link.isIdle()) moves(chosen[0]); }
function at(hex) { here = hex; }

// All chosen units go there; says whether anything was written.
async function take(hex) {
  const goal = goals.get(hex);
  if (!goal) return false;
  const choices = found.ways.filter(way => way.goals.some(one => one.hex === hex));
  if (choices.length > 1 && units.length === 1) {
    const offers = choices.map(way => [way.name, way.goals.find(one => one.hex === hex)]), instead = found.instead;
    show("choice", "Which way? ", offers.map(([name, one]) => Dom.button(`${name}: ${one.line} (cost ${one.cost})`, () => { write(one.line, instead); show("choice", ""); })));
    document.querySelector("#choice button").focus();
    return true;
  }
  for (const [line, instead] of await lines(hex)) write(line, instead);
  Desk.choose([]);
  return true;
}

// One order for all where the game takes one, else an order for each that can go there; with each the order that it replaces.
async function lines(hex) {
  const each = [];
  for (const unit of units) {
    const answer = await moves(unit), one = answer.ok && answer.ok.ways.flatMap(way => way.goals).find(other => other.hex === hex);
    if (one) each.push([one.line, answer.ok.instead]); else Dom.say(`${unit} cannot go to ${hex}`);
  }
  if (each.length < 2 || each.length < units.length) return each;
  const together = each[0][0].replace(units[0], units.join(", ")), section = Forms.section(together);
  const read = await Link.ask("read", { lines: [together], section });
  return read.ok && !read.ok[0].problems.length && read.ok[0].orders.length === 1 ? [[together, each[0][1]]] : each;
}
// The order that the same units have already makes room; others are left alone, and the check says what is too much.
function write(line, instead) {
  const isTheirs = instead && instead.units.length && instead.units.every(unit => units.includes(unit));
  Orders.write(line, Forms.section(line), true, isTheirs ? instead.line : 0);
}

async function closed(hex) {
  const known = found && found.closed.find(one => one.hex === hex);
  const answer = known ? null : await Link.ask("moves", { unit: units[0], to: hex, text: Orders.isFresh() ? "" : Orders.text(), section: Forms.section("move") });
  const shut = known || (answer.ok && answer.ok.closed[0]);
  if (shut) { show("reason", ...reason(shut)); Dom.say(`Closed: ${shut.why} ${shut.rule ? `Rule ${shut.rule}.` : ""}`); }
}

return { begin, stale, renew, warm, at, choose, hover, take, closed, chosen: () => units };
})();
