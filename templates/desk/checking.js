"use strict";
// The live check: a moment after the last key the receipt, as the judge would write it.
const Checking = (() => {
const { at, made, button, show } = Dom;
let timer = 0, asked = 0, shown = null;

function soon() { clearTimeout(timer); asked += 1; gutter([]); settled(false); timer = setTimeout(now, 300); }
const settled = isSo => { document.body.dataset.checked = isSo ? "yes" : "no"; };

async function now() {
  if (Orders.isFresh()) { idle(); return; }
  const mine = asked += 1, text = Orders.text();
  const checked = await Link.ask("check", { text });
  if (mine !== asked) return;
  if (!checked.ok) { Desk.refused(checked); return; }
  receipt(checked.ok);
  const drawn = await Link.ask("draws", { text });
  if (mine !== asked) return;
  if (drawn.ok) Desk.drawn(drawn.ok);
  settled(true);
  Reach.renew();
}

// The block as the mail brought it is no answer yet.
function idle() {
  asked += 1;
  gutter([]);
  settled(true);
  show("verdict", "Nothing is written yet. Click one of your units, choose a verb below, or edit the text.");
  for (const place of ["problems", "digest", "receipt"]) show(place, "");
  Desk.drawn({ orders: [], steps: [] });
  at("digest").dataset.digest = "";
  at("orders").setAttribute("aria-invalid", "false");
  Out.renew(true);
  Reach.renew();
}

function gutter(problems) {
  const bad = new Map(problems.filter(one => one.where).map(one => [one.where.line, one.why]));
  show("gutter", Orders.rows().map((_, k) => made("span", bad.has(k + 1) ? { "class": "bad", title: bad.get(k + 1) } : {}, bad.has(k + 1) ? `✗${k + 1}` : k + 1)));
  at("gutter").scrollTop = at("orders").scrollTop;
}

const verdict = found => found.is_accepted ? "✓ Legal, as far as pbem can tell." : found.problems.length ? `✗ Refused: ${found.problems.length} ${found.problems.length === 1 ? "problem" : "problems"}.` : `✗ ${found.verdict}`;

function receipt(found) {
  shown = found;
  gutter(found.problems);
  at("orders").setAttribute("aria-invalid", String(!found.is_accepted));
  show("verdict", made("strong", { "class": found.is_accepted ? "good" : "wrong" }, verdict(found)),
    found.is_accepted ? ` Mails still needed from you: ${found.mails_needed || "none foreseen"}.` : "");
  show("problems", found.problems.map(problem), found.mails.map(mail), found.warnings.map(words => made("li", {}, "Note: ", words)), found.defaults.map(words => made("li", {}, "By default: ", words)));
  show("digest", found.digest ? `Digest ${found.digest}` : "");
  at("digest").dataset.digest = found.digest;
  show("receipt", found.lines.join("\n"));
  Out.renew(found.is_accepted);
}

function problem(one) {
  const where = one.where ? button(`Line ${one.where.line}`, () => Orders.goTo(one.where.line, one.where.column, one.where.width)) : "";
  const more = [one.found && `Found ${one.found}.`, one.wanted && `Wanted ${one.wanted}.`, one.advice && `${one.advice[0].toUpperCase()}${one.advice.slice(1)}${/[.!?]$/.test(one.advice) ? "" : "."}`].filter(Boolean).join(" ");
  return made("li", { "class": "wrong" }, where, " ", one.why, one.rule ? made("span", { "class": "rule" }, ` [${one.rule}]`) : "", more ? made("div", { "class": "more" }, more) : "");
}

// A question that may still come, and the line that saves the mail.
function mail(one) {
  const hex = one.about ? one.about.split(" ").pop() : "", isResult = /^on /.test(one.hint);
  const attack = Orders.rows().findIndex(row => hex && new RegExp(`^\\s*\\w+ ${hex}\\b`).test(row));
  const write = () => isResult && attack >= 0 ? Orders.below(attack + 1, `  ${one.hint}`) : Orders.write(one.hint, "standing");
  const words = `A question may come: ${one.about}, ${one.topic} (${one.chance}${one.results && one.results.length ? `; on ${one.results.join(", ")}` : ""}); else ${one.default}. `;
  return made("li", {}, words, one.hint && !/[A-Z]{3,}/.test(one.hint) ? button(`Write: ${one.hint}`, write) : one.hint ? made("code", {}, one.hint) : "");
}

return { soon, now, last: () => shown };
})();
