"use strict";
// Open questions with their options, and standing orders on file: each answer is a line.
const Questions = (() => {
const { made, button, show } = Dom;

function begin(questions, standing) {
  show("questions", questions.map(question));
  document.getElementById("asked").hidden = !questions.length;
  show("filed", standing.pending.map(one => made("li", {}, `On file for ${one.title}, turn ${one.turn}: `, one.lines.join("; "))),
    standing.standing.map(line => made("li", {}, made("code", {}, line))));
}

function question(one) {
  const name = `q-${one.number}`, kind = one.many ? "checkbox" : "radio";
  const options = one.options.map(([value, words]) => made("label", {}, made("input", { type: kind, name, value, checked: [].concat(one.default || []).includes(value) }), ` ${value}${words && words !== value ? `: ${words}` : ""}`));
  const write = () => {
    const chosen = Array.from(document.getElementsByName(name)).filter(box => box.checked).map(box => box.value);
    Orders.replace(`answer ${one.number}:`, `${one.begins}${chosen.length ? chosen.join(", ") : "none"}`);
  };
  return made("fieldset", {}, made("legend", {}, `${one.number}: ${one.text}`, one.rule ? ` [${one.rule}]` : ""), options, one.options.length ? button("Write the answer", write) : "");
}

return { begin };
})();
