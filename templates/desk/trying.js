"use strict";
// A try: what would come of the orders with average or chosen dice. Nothing is recorded.
const Trying = (() => {
const { at, made, show } = Dom;

async function go() {
  show("tried", "Trying ...");
  const found = await Link.ask("try", { text: Orders.text(), dice: at("dice").value.trim() || "average" });
  if (!found.ok) { show("tried", found.refused || found.fault); return; }
  const { steps, problems, assumed } = found.ok;
  show("tried", problems.map(one => made("p", { "class": "wrong" }, one.why)),
    steps.map(step => made("section", {}, made("h3", {}, step.title), made("ol", {}, step.events.map(event => made("li", {}, told(event)))), step.stopped ? made("p", {}, `It stops here: ${typeof step.stopped === "string" ? step.stopped : step.stopped.text || "a question"}`) : "")),
    assumed.length ? made("p", {}, `Decided by default for the try: ${assumed.length} ${assumed.length === 1 ? "question" : "questions"}.`) : "");
  const last = steps[steps.length - 1];
  if (last) { at("ahead").checked = true; Desk.ahead(last.after, steps); }
}
const told = event => `${event.number ? `${event.number} ` : ""}${event.draw}: ${event.units.join(", ")}${event.path.length > 1 ? ` ${event.path.join(" to ")}` : event.at ? ` at ${event.at}` : ""}${event.label ? `, ${event.label}` : ""}`;

return { go };
})();
