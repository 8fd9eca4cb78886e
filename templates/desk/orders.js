"use strict";
// The orders as text. A click writes a line into its section; every change can be undone; drafts stay in the browser.
const Orders = (() => {
const { at } = Dom;
const END = /^=+\s*end of orders/i, HEAD = /^([a-z][\w-]*):\s*$/i;
let past = [], key = "", first = "", sections = [], untouched = "";

const text = () => at("orders").value;
const rows = () => text().split("\n");

function begin(about, block) {
  key = `pbem ${about.campaign} ${about.who} ${about.turn} ${about.step} ${about.head.hash.slice(0, 12)}`;
  sections = [...new Set([...about.sections, ...about.places.map(place => place.section), "standing", "press"])];
  first = about.places.length ? about.places[0].section : "";
  past = [];
  const draft = kept(), fresh = block.text || `=== orders ===\n${about.places.length ? about.places[0].header : ""}\n=== end of orders ===\n`;
  untouched = /^answer /m.test(fresh) ? "" : fresh;  // an answer by default is an answer: it has a verdict from the start
  at("orders").value = draft || fresh;
  at("orders").oninput = changed;
  Dom.show("draft", draft && draft !== fresh ? ["Your draft of this step is back. ", Dom.button("Begin afresh", () => put(fresh))] : "");
  past.push(at("orders").value);
}

function kept() { try { return localStorage.getItem(key) || ""; } catch { return ""; } }
function keep() { try { localStorage.setItem(key, text()); } catch { /* a browser that keeps nothing: the text stays in the page */ } }

// What to say of a position that is older than one that was opened here before.
function older(about) {
  const place = `pbem seen ${about.campaign} ${about.who}`;
  try {
    const newest = Number(localStorage.getItem(place) || 0);
    if (about.head.seq < newest) return `This position is older than one that you have opened here (entry ${about.head.seq} of the record, then ${newest}). Open the position of the judge's last mail.`;
    localStorage.setItem(place, String(about.head.seq));
  } catch { /* a browser that keeps nothing cannot tell */ }
  return "";
}

function changed() {
  if (past[past.length - 1] !== text()) past.push(text());
  if (past.length > 300) past.shift();
  keep();
  Reach.stale();
  Checking.soon();
}
function put(words) { at("orders").value = words; changed(); }
function undo() {
  if (past.length < 2) { Dom.say("There is nothing to undo."); return; }
  past.pop();
  at("orders").value = past[past.length - 1];
  keep();
  Reach.stale();
  Checking.soon();
  Dom.say("Undone.");
}

// The section that a row begins; steps that come several times have a number after it.
const named = row => { const found = HEAD.exec(row.trim()), name = found ? found[1] : ""; return sections.includes(name) || sections.includes(name.replace(/-\d+$/, "")) ? name : ""; };

// Where a section begins and ends, in rows; null if the text has none.
function span(section) {
  const all = rows(), start = all.findIndex(row => named(row) === section);
  let from = start + 1;
  if (start < 0) {
    if (section !== first) return null;
    from = all.findIndex((row, k) => k > 0 && /^(record|step|turn|side|campaign):/i.test(all[k - 1]) && !/^[a-z]+:\s*\S/i.test(row));
    if (from < 0) from = 0;
  }
  const next = all.findIndex((row, k) => k >= from && (named(row) || END.test(row)));
  let to = next < 0 ? all.length : next;
  while (to > from && !all[to - 1].trim()) to -= 1;
  return { from, to };
}

// A line goes to the end of its section. One from the board replaces what was ordered for the same unit or hex, in its place.
function write(line, section, replaces = false, instead = 0) {
  const all = rows(), place = span(section), row = instead - 1;
  if (place && row >= place.from && row < place.to) all.splice(row, instructions(all, row + 1, place.to) - row, line);
  else if (!place) {
    const end = all.findIndex(row => named(row) === "standing" || END.test(row));
    all.splice(end < 0 || section === "standing" || section === "press" ? last(all) : end, 0, `${section}:`, line, "");
  } else {
    const subject = line.split(/\s+/).slice(0, 2).join(" ");
    const old = replaces ? all.findIndex((row, k) => k >= place.from && k < place.to && `${row.trim()} `.startsWith(`${subject} `)) : -1;
    if (old >= 0) all.splice(old, instructions(all, old + 1, place.to) - old, line); else all.splice(place.to, 0, line);
  }
  put(all.join("\n"));
  Dom.say(`Written: ${line}`);
}

// Where the instructions of an order end: they go with it.
function instructions(all, after, to) { while (after < to && /^\s*on /i.test(all[after])) after += 1; return after; }

const last = all => { const end = all.findIndex(row => END.test(row)); return end < 0 ? all.length : end; };

// An empty sheet: the header alone.
function clear() {
  const all = rows(), head = all.filter((row, k) => k < 12 && /^(===+ *orders|campaign:|side:|turn:|step:|record:|seat:)/i.test(row));
  put([...head, "", "=== end of orders ===", ""].join("\n"));
}
// A line that answers a mail's own note, such as the line for a question, takes its place.
function replace(begins, line) {
  const all = rows(), old = all.findIndex(row => row.replace(/^#\s*/, "").startsWith(begins));
  all.splice(old < 0 ? last(all) : old, old < 0 ? 0 : 1, line);
  put(all.join("\n"));
}

function below(number, line) { const all = rows(); all.splice(number, 0, line); put(all.join("\n")); }
function strike(number) { const all = rows(); all.splice(number - 1, 1); put(all.join("\n")); }
function goTo(number, column = 0, width = 0) {
  const all = rows(), start = all.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0), box = at("orders");
  box.focus();
  box.setSelectionRange(start + column, start + (width ? column + width : (all[number - 1] || "").length));
}

const isFresh = () => text() === untouched;
return { begin, older, isFresh, text, clear, replace, below, write, undo, put, strike, goTo, rows };
})();
