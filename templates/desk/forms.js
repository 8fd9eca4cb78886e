"use strict";
// Every verb of the game from a form: its example with blanks for units and hexes, filled by typing or by the board.
const Forms = (() => {
const { at, made, button, show } = Dom;
const BLANK = /[A-Z]{2}-[\w-]+|\b[A-Z]?\d{4}\b/g;
let verbs = [], places = [];

function begin(found, about) {
  [verbs, places] = [found, about.places];
  const group = (words, wanted) => { const each = verbs.filter(wanted); return each.length ? made("optgroup", { label: words }, each.map(one => made("option", { value: verbs.indexOf(one) }, one.verb))) : ""; };
  show("verb", made("option", { value: "" }, "Choose a verb"), group("Now", one => one.is_due && !one.is_topic), group("Instructions and standing orders", one => one.is_topic), group("In other steps", one => !one.is_due && !one.is_topic), made("option", { value: "own" }, "a line of your own: plans, press, anything"));
  at("verb").onchange = open;
  show("under", made("option", { value: "" }, "the step that comes first"), Array.from(new Set(places.map(place => place.section)), name => made("option", { value: name }, name)));
  at("under").parentElement.hidden = places.length < 2;
  at("under").onchange = () => { Reach.stale(); Reach.renew(); };
  show("form", "");
}

// Steps that come several times have a number after the name of their section.
const takes = (form, section) => form.sections.some(name => name === section || section.startsWith(`${name}-`));
const example = verb => (verbs.find(one => one.verb === verb) || {}).example || "";

// The section that takes a line: of its verb, the soonest that is due.
function section(line) {
  const verb = line.trim().split(/[\s:]/)[0], form = verbs.find(one => one.verb === verb);
  const due = places.map(place => place.section), under = at("under").value, fits = form ? [under, ...due].find(name => name && takes(form, name)) : "";
  return fits || (form && form.sections.length && !form.is_standing ? form.sections[0] : form && form.is_standing && !fits ? "standing" : due[0] || "standing");
}

function open() {
  const form = at("verb").value === "own" ? own() : verbs[at("verb").value];
  if (!form) { show("form", ""); return; }
  const due = places.map(place => place.section).filter(name => takes(form, name));
  const sections = [...new Set([...due, ...form.sections]), ...(form.is_standing ? ["standing"] : [])], wish = form.is_topic && form.is_standing ? "standing" : section(form.verb);
  const fields = Array.from(form.example.matchAll(BLANK), (found, k) => made("label", {}, /\d{4}/.test(found[0]) && !/-/.test(found[0]) ? `Hex ${k + 1} ` : `Unit ${k + 1} `,
    made("input", { type: "text", "class": "blank", value: found[0], autocomplete: "off", spellcheck: "false", list: "names", oninput: fill })));
  if (form.isOwn) sections.push("press");
  show("form", form.example ? made("p", {}, "For example: ", made("code", {}, form.example)) : "", made("div", { "class": "blanks" }, fields),
    made("label", { "for": "form-line" }, "The line"), made("input", { id: "form-line", type: "text", value: form.example, autocomplete: "off", spellcheck: "false" }),
    made("label", {}, "goes under ", made("select", { id: "form-section" }, sections.map(name => made("option", { value: name, selected: name === wish }, name)))),
    button("Write the line", write, { id: "write-line" }));
}

// Any line under any section: `plan if 1434 theirs:`, words for the press.
const own = () => ({ verb: "", example: "", sections: [...new Set([...places.map(place => place.section), ...Desk.state.about.sections])], is_standing: true, is_topic: false, isOwn: true });

function fill() {
  const form = verbs[at("verb").value], given = Array.from(document.querySelectorAll("#form .blank"), box => box.value);
  at("form-line").value = form.example.replace(BLANK, () => given.shift());
}

function write() {
  const words = at("form-line").value.trim();
  if (words) Orders.write(words, at("form-section").value);
}

// A unit off the map and a hex: the form of the verb that brings it there, filled in; the line is written with its button.
function offer(units, hex) {
  const has = form => form && /[A-Z]{2}-/.test(form.example) && /\b[A-Z]?\d{4}\b/.test(form.example), now = verbs[at("verb").value];
  const form = has(now) ? now : verbs.find(one => one.is_due && !one.is_topic && has(one));
  if (!form) { Dom.say(`${units.join(", ")}: no verb of this step brings them to ${hex}`); return null; }
  if (form !== now) { at("verb").value = verbs.indexOf(form); open(); }
  chosen(units);
  const box = Array.from(document.querySelectorAll("#form .blank")).find(one => /^[A-Z]?\d{4}$/.test(one.value));
  box.value = hex;
  fill();
  at("forms").open = true;
  at("write-line").focus();
  return null;
}

// A unit that is chosen on the board goes into the first blank for units.
function chosen(units) {
  const box = Array.from(document.querySelectorAll("#form .blank")).find(one => /^[A-Z]{2}-/.test(one.value));
  if (box && units.length) { box.value = units.join(", "); fill(); }
}

return { begin, section, example, chosen, offer };
})();
