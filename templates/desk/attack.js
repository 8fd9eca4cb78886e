"use strict";
// An attack before it is written: who joins, the odds with every modifier and its rule, the chance of each result.
const Attack = (() => {
const { at, made, button, show } = Dom;
let target = "", joined = [], timer = 0;

const verbs = () => Desk.state.about.odds_verbs;

function open(hex, chosen) {
  if (!verbs().length) return;
  const near = Stage.near(hex).flatMap(other => Stage.units(other).filter(Desk.mine).map(unit => unit.id));
  if (!near.length && !chosen.length) return;
  target = hex;
  joined = chosen.length ? chosen : [];
  const all = Array.from(new Set([...joined, ...near]));
  show("attack", made("h2", {}, `Attack ${hex}`), made("p", {}, Stage.words(hex)),
    made("fieldset", {}, made("legend", {}, "Who joins"), all.map(unit => made("label", {}, made("input", { type: "checkbox", checked: joined.includes(unit), value: unit, onchange: join }), " ", unit))),
    made("label", { "for": "attack-line" }, "The order; add supports and conditions here"),
    made("input", { id: "attack-line", type: "text", autocomplete: "off", spellcheck: "false", oninput: soon }),
    made("div", { id: "odds", "aria-live": "polite" }),
    made("div", { id: "instructions" }),
    button("Write the attack", write, { id: "write-attack" }), button("Close", close));
  at("attack").hidden = false;
  line();
  if (joined.length) odds();
}
function close() { at("attack").hidden = true; show("attack", ""); target = ""; }

function join(event) {
  joined = event.target.checked ? [...joined, event.target.value] : joined.filter(unit => unit !== event.target.value);
  line();
  odds();
}

// As the game writes it: its own example says in which words, with other units and another hex.
function line() {
  const example = Forms.example(verbs()[0]), rest = at("attack-line").value.replace(/^.*? with [^;]*?(?= [a-z]{3,} |;|$)/, "").trim();
  const shape = / with /.test(example) || !example ? `${verbs()[0]} ${target} with ${joined.join(", ")}` : example.replace(/[A-Z]{2}-[\w-]+(, [A-Z]{2}-[\w-]+)*/, joined.join(", ")).replace(/\b[A-Z]?\d{4}\b/, target);
  at("attack-line").value = rest && / with /.test(example) ? `${shape} ${rest}` : shape;
}
function soon() { clearTimeout(timer); timer = setTimeout(odds, 250); }

async function odds() {
  const asked = at("attack-line").value, found = await Link.ask("odds", { line: asked });
  if (!at("attack-line") || at("attack-line").value !== asked) return;
  if (!found.ok) { show("odds", (found.problems || []).map(one => made("p", { "class": "wrong" }, one.why, one.rule ? ` [${one.rule}]` : "", one.wanted ? ` Wanted ${one.wanted}.` : "")), (found.problems || []).length ? "" : found.refused || found.fault || ""); return; }
  const view = found.ok;
  show("odds", made("p", {}, made("strong", {}, view.odds ? `Odds ${view.odds}` : ""), view.ratio && view.ratio !== view.odds ? ` (${view.ratio} before shifts)` : "", view.note ? ` ${view.note}` : ""),
    made("table", {}, made("caption", {}, "What counts, with its rule"), (view.terms || []).map(term => made("tbody", {}, made("tr", {}, made("th", { scope: "row" }, term.title), made("td", {}, signed(term.tally.total, term.is_signed)), made("td")),
      term.tally.terms.map(([name, rule, value]) => made("tr", {}, made("td", {}, name), made("td", {}, signed(value, term.is_signed)), made("td", { "class": "rule" }, rule ? `[${rule}]` : "")))))),
    made("table", {}, made("caption", {}, "Results"), made("tbody", {}, (view.outcomes || []).map(one => made("tr", {}, made("th", { scope: "row" }, one.result), made("td", {}, one.chance), made("td", {}, one.dice ? `die ${[].concat(one.dice).join(", ")}` : ""))))),
    view.outcomes && view.terms ? "" : made("pre", {}, view.lines.join("\n")));
  if (!at("attack-more")) show("instructions", made("label", { "for": "attack-more" }, "Instructions for its results, one to a line; the check says which are missing"),
    made("textarea", { id: "attack-more", rows: 3, spellcheck: "false", placeholder: "on 1/2: advance GE-5" }), made("p", { id: "results" }));
  show("results", (view.outcomes || []).map(one => [button(`on ${one.result}`, () => begun(one.result), { "class": "small" }), " "]));
}
function begun(result) {
  const box = at("attack-more");
  box.value = `${box.value.trim() ? `${box.value.trim()}\n` : ""}on ${result}: `;
  box.focus();
}
const signed = (value, isSigned) => isSigned && value > 0 ? `+${value}` : value;

function write() {
  const words = at("attack-line").value.trim(), section = Forms.section(words);
  const told = at("attack-more") ? at("attack-more").value.split("\n").map(row => row.trim()).filter(Boolean) : [];
  Orders.write([words, ...told.map(row => `  ${row}`)].join("\n"), section, true);
  close();
  Desk.choose([]);
}

return { open, close };
})();
