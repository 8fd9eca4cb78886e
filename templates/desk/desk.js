"use strict";
// The desk: what a click on a hex means, the stack that lies open, what is chosen.
const Desk = (() => {
const { at, made, button, show, say } = Dom;
const state = { about: null, position: null, after: null, delta: undefined, open: "" };

const HINT = "Click one of your units to see where it can go, or an enemy beside them for the odds of an attack.";

const mine = unit => unit.side === state.about.side && !unit.is_hidden;
const shownNow = () => at("ahead").checked && state.after ? state.after : state.position;

function hex(id) {
  Reach.at(id);
  const units = Stage.units(id), chosen = Reach.chosen(), enemies = units.filter(unit => unit.side !== state.about.side);
  if (chosen.length && !Stage.hexOf(chosen[0])) { stack(id); return Forms.offer(chosen, id); }
  if (chosen.length) return Reach.take(id).then(isDone => {
    if (isDone) return;
    if (enemies.length) Attack.open(id, chosen); else { Reach.closed(id); stack(id); }
  });
  stack(id);
  const own = units.filter(mine);
  if (own.length === 1) choose([own[0].id]);
  else if (enemies.length) Attack.open(id, []);
  say(Stage.words(id));
  return null;
}

function stack(id) {
  state.open = id;
  const units = Stage.units(id);
  show("stack", made("h2", {}, Stage.words(id).split(".")[0]),
    units.length ? made("ul", { "class": "units" }, units.map(unit => made("li", {}, mine(unit)
      ? entry(unit)
      : [Counters.alone(unit), made("span", {}, unit.is_hidden ? "face down" : [made("b", {}, unit.id), ` ${unit.figures} `, Counters.marks(unit).join(", ")])]))) : made("p", {}, "Nobody stands here."),
    button("Surroundings in words", () => tell(id)), units.some(mine) && units.length > 1 ? button("Choose all", () => choose(units.filter(mine).map(unit => unit.id))) : "");
}

// Who waits off the map, by the place where he waits; one that is chosen comes on by a click on a hex and its form.
function off(position) {
  const mine = position.off.filter(unit => unit.side === state.about.side && !unit.is_hidden && unit.place !== "gone"), places = [...new Set(mine.map(unit => unit.place))];
  at("off").hidden = !mine.length;
  show("off-units", places.map(place => made("section", {}, made("h3", {}, place), made("ul", { "class": "units" }, mine.filter(unit => unit.place === place).map(unit => made("li", {}, entry(unit)))))));
}
const entry = unit => button([Counters.alone(unit), made("span", {}, made("b", {}, unit.id), ` ${unit.figures} `, Counters.marks(unit).join(", "))], () => flip(unit.id), { "data-unit": unit.id, "aria-pressed": String(Reach.chosen().includes(unit.id)), "class": "unit" });

const flip = unit => choose(Reach.chosen().includes(unit) ? Reach.chosen().filter(other => other !== unit) : [...Reach.chosen(), unit]);

function choose(units) {
  show("choice", "");
  if (!units.length) show("reason", HINT);
  const done = Reach.choose(units);
  Stage.mark(units);
  if (state.open) stack(state.open);
  for (const one of document.querySelectorAll("#off-units [data-unit]")) one.setAttribute("aria-pressed", String(units.includes(one.dataset.unit)));
  Forms.chosen(units);
  if (units.length) say(`Chosen: ${units.join(", ")}`);
  return done;
}

async function tell(what) {
  const found = await Link.ask("tell", { what });
  show("told", found.ok ? found.ok.lines.join("\n") : found.refused || found.fault);
  at("told-box").open = true;
  at("told").focus();
}

// What the orders do on the board: arrows, the board after them, and each order in words.
function drawn(found) {
  const last = found.steps[found.steps.length - 1];
  ahead(last ? last.after : null, found.steps);
  show("list", found.orders.map(order => made("li", {}, button(order.text, () => point(order)), " ", button("✕", () => Orders.strike(order.line), { "aria-label": `Strike out ${order.text}`, "class": "small" }))));
}
function ahead(after, steps) {
  state.after = after;
  state.delta = { events: steps.flatMap(step => step.events), ghosts: steps.flatMap(step => step.ghosts) };
  redraw();
}
// Where units still stand nobody has left a hex empty.
const redraw = () => Stage.position(shownNow(), shownNow() === state.after ? state.delta : { ...state.delta, ghosts: [] }, Reach.chosen());
function point(order) {
  const goal = order.hexes[order.hexes.length - 1] || Object.values(order.from)[0];
  Orders.goTo(order.line);
  if (goal && Stage.has(goal)) Stage.go(goal, false);
}

function refused(answer) { show("reason", answer.refused || `The page has a fault: ${answer.fault}. Your text is safe.`); say(answer.refused || "The page has a fault."); }
function leave() { state.open = ""; Attack.close(); choose([]); show("stack", ""); }

// Another position, maybe of another game: nothing of the one before stays chosen.
function begin(about, position) {
  if (state.about) leave();
  Object.assign(state, { about, position, after: null, delta: undefined });
}

return { HINT, begin, state, hex, stack, off, choose, tell, drawn, refused, leave, mine, ahead, redraw };
})();
