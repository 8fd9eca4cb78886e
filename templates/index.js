"use strict";
// The page of an archive. The dice are judged by the script before this one, which is that of the verifier page.
{
const at = id => document.getElementById(id);
const { steps, newest } = JSON.parse(at("data").textContent);
const articles = Array.from(document.querySelectorAll("article.step"));
const view = at("view"), board = at("board"), slider = at("slider");
const kit = typeof Boards === "undefined" ? null : Boards.read();
const made = (tag, words, about) => Object.assign(document.createElement(tag), words === undefined ? {} : { textContent: words }, about);
const plain = text => String(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
let shown = -1, panel = "report";

// -- steps --

const isNarrow = () => getComputedStyle(document.querySelector("main")).display === "block";
const addressOf = step => "#" + step.address;

function show(index, keepsAddress) {
  index = Math.max(0, Math.min(steps.length - 1, index));
  if (!steps.length || index === shown) return;
  if (shown >= 0) articles[shown].classList.remove("shown");
  shown = index;
  const step = steps[index];
  articles[index].classList.add("shown");
  showBoard(step);
  slider.value = index + 1;
  slider.setAttribute("aria-valuetext", `Turn ${step.turn}. ${step.title}`);
  at("where").replaceChildren(made("b", `Turn ${step.turn}. ${step.title}`), ` (${index + 1} of ${steps.length}). ${step.happened}`);
  at("back").disabled = index === 0;
  at("on").disabled = index === steps.length - 1;
  at("report").scrollTop = 0;
  for (const link of document.querySelectorAll("#steps a, #found a")) {
    if (link.getAttribute("href") === addressOf(step)) link.setAttribute("aria-current", "step"); else link.removeAttribute("aria-current");
  }
  at("verify-this").hidden = !step.proof;
  light();
  if (!keepsAddress) history.replaceState(null, "", addressOf(step));
}

function open(name) {
  panel = name;
  for (const one of document.querySelectorAll(".panel")) one.classList.toggle("shown", one.id === name);
  for (const button of document.querySelectorAll("#tabs button")) button.setAttribute("aria-pressed", String(button.dataset.panel === name));
  if (name === "steps") document.querySelector("#steps a[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function follow() {
  let label;
  try { label = decodeURIComponent(location.hash.slice(1)); } catch (error) { return false; }
  const index = steps.findIndex(step => step.label === label);
  if (index < 0) return false;
  show(index, true);
  open("report");
  if (isNarrow()) at("stage").scrollIntoView();
  return true;
}

// -- the board: zoom and pan --

const place = { zoom: 1, x: 0, y: 0 };  // the zoom over the size that fits, and where the corner of the picture lies
const wide = () => (kit ? (kit.size || [1])[0] : board.naturalWidth) || 1, high = () => (kit ? (kit.size || [1, 1])[1] : board.naturalHeight) || 1;
const fitting = () => Math.min(view.clientWidth / wide(), view.clientHeight / high());
const nearest = () => Math.max(8, 3 / fitting());  // at least three dots of the screen for one of the picture

function showBoard(step) {
  const words = [step.happened || `The board after ${step.title}.`, step.seen].join(" ").trim(), isDrawn = kit ? Boards.has(kit, step.drawn) : Boolean(step.board);
  at("missing").hidden = isDrawn;
  board.hidden = !isDrawn;
  if (kit) {
    board.setAttribute("aria-label", words);
    if (isDrawn) { Boards.draw(board, kit, step.drawn); arrived(); }
    return;
  }
  board.alt = words;
  if (step.board) board.src = step.board; else board.removeAttribute("src");
  for (const near of [steps[shown + 1], steps[shown - 1]]) if (near && near.board) new Image().src = near.board;
}

function put() {
  const scale = fitting() * place.zoom;
  for (const [axis, room, size] of [["x", view.clientWidth, wide() * scale], ["y", view.clientHeight, high() * scale]]) {
    place[axis] = size <= room ? (room - size) / 2 : Math.max(room - size, Math.min(0, place[axis]));
  }
  board.style.transform = `translate(${place.x}px, ${place.y}px) scale(${scale})`;
  view.classList.toggle("zoomed", place.zoom > 1.001);
  at("scale").textContent = Math.round(scale * 100) + "%";
  at("farther").disabled = place.zoom <= 1;
  at("nearer").disabled = place.zoom >= nearest();
}

let pointed = null;  // where the mouse is on the board: keys zoom there

function zoomKey(by) { if (pointed) zoom(by, ...pointed); else nearer(by); }

// From the whole board the first step nearer goes to where something happened.
function nearer(by) {
  const action = steps[shown].action;
  if (by > 1 && place.zoom <= 1.001 && action.length) frame(...action); else zoom(by);
}

function frame(left, top, right, bottom) {
  const scale = Math.min(view.clientWidth / (right - left), view.clientHeight / (bottom - top));
  place.zoom = Math.max(1.5, Math.min(nearest(), scale / fitting()));
  place.x = view.clientWidth / 2 - (left + right) / 2 * fitting() * place.zoom;
  place.y = view.clientHeight / 2 - (top + bottom) / 2 * fitting() * place.zoom;
  put();
}

function zoom(by, x = view.clientWidth / 2, y = view.clientHeight / 2) {
  const wanted = Math.max(1, Math.min(nearest(), place.zoom * by)), change = wanted / place.zoom;
  place.x = x - (x - place.x) * change;
  place.y = y - (y - place.y) * change;
  place.zoom = wanted;
  put();
}

function pan(x, y) { place.x += x; place.y += y; put(); }

function fit() { place.zoom = 1; put(); }

function gliding(move, ...values) { view.classList.add("gliding"); move(...values); }

let size = "";  // of the picture: a board of another size is fitted anew, one of the same size stays where it is
function arrived() {
  if (size !== `${wide()} ${high()}`) place.zoom = 1;
  size = `${wide()} ${high()}`;
  view.classList.remove("gliding");
  put();
}
function missing() { board.hidden = true; at("missing").hidden = false; }
board.addEventListener("load", arrived);
board.addEventListener("error", missing);
new ResizeObserver(() => { view.classList.remove("gliding"); put(); }).observe(view);

const held = new Map();  // fingers or the mouse on the board
let start = null;
view.addEventListener("pointerdown", event => {
  if (event.button) return;
  view.classList.remove("gliding");
  view.setPointerCapture(event.pointerId);
  held.set(event.pointerId, [event.clientX, event.clientY]);
  start = held.size === 1 ? [event.clientX, event.clientY] : null;
  view.classList.add("held");
});
view.addEventListener("pointerleave", () => { pointed = null; });
view.addEventListener("pointermove", event => {
  const field = view.getBoundingClientRect();
  pointed = event.pointerType === "mouse" ? [event.clientX - field.left, event.clientY - field.top] : null;
  const before = held.get(event.pointerId), now = [event.clientX, event.clientY];
  if (!before) return;
  if (held.size === 2) {
    const other = Array.from(held).find(([id]) => id !== event.pointerId)[1];
    const apart = point => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]));
    zoom(apart(now) / apart(before), (now[0] + other[0]) / 2 - field.left, (now[1] + other[1]) / 2 - field.top);
    pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  } else if (held.size === 1) {
    pan(now[0] - before[0], now[1] - before[1]);
  }
  held.set(event.pointerId, now);
});
for (const kind of ["pointerup", "pointercancel"]) view.addEventListener(kind, event => {
  const isSwipe = kind === "pointerup" && start && event.pointerType === "touch" && place.zoom <= 1.001;
  if (isSwipe && Math.abs(event.clientX - start[0]) > 60) show(shown + (event.clientX < start[0] ? 1 : -1));
  held.delete(event.pointerId);
  start = null;
  view.classList.toggle("held", held.size > 0);
});
view.addEventListener("wheel", event => {
  // Where the page itself scrolls, the wheel alone is not ours.
  if (!event.ctrlKey && isNarrow()) return;
  event.preventDefault();
  const box = view.getBoundingClientRect(), notches = event.deltaY / (event.deltaMode ? 3 : 100);
  view.classList.remove("gliding");
  zoom(Math.pow(1.25, -Math.max(-3, Math.min(3, notches))), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });
view.addEventListener("dblclick", event => {
  const box = view.getBoundingClientRect();
  gliding(zoom, 2, event.clientX - box.left, event.clientY - box.top);
});

// -- search --

// One letter stays one letter, so that places in the folded text are places in the text.
const folded = text => text.replace(/[^\x00-\x7f]/g, letter => letter.normalize("NFD")[0]).toLowerCase();
const texts = [];  // of the articles, made when they are first needed
const textOf = index => texts[index] ??= nodesOf(articles[index]).map(node => node.data).join("");

function nodesOf(article) {
  const isWanted = node => node.parentElement.closest(".links") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT, isWanted), found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node);
  return found;
}

// A word is found where a word begins with it; what stands in quotation marks, as it is.
function wantedOf(words) {
  const parts = folded(words).match(/"[^"]+"|[^\s"]+/g) || [], letter = "[\\p{L}\\p{N}]";
  const escaped = part => part.replaceAll('"', "").trim().replace(/[.*+?^${}()|[\]\\\/]/g, "\\$&").replace(/\s+/g, "\\s+");
  const ends = part => part.startsWith('"') ? `(?!${letter})` : "";
  return parts.filter(part => escaped(part)).map(part => `(?<!${letter})${escaped(part)}${ends(part)}`).sort((a, b) => b.length - a.length);
}

function hitsIn(text, wanted) {
  const low = folded(text);
  if (!wanted.length || !wanted.every(part => new RegExp(part, "u").test(low))) return [];
  return Array.from(low.matchAll(new RegExp(wanted.join("|"), "gu")), match => [match.index, match.index + match[0].length]);
}

let wanted = [], marks = [], now = -1;

function search() {
  wanted = wantedOf(at("find").value);
  const found = steps.map((step, index) => ({ step, index, hits: hitsIn(textOf(index), wanted) })).filter(one => one.hits.length);
  const sum = found.reduce((total, one) => total + one.hits.length, 0);
  at("found").replaceChildren(...found.map(entryOf));
  at("count").textContent = sum ? `${sum} ${sum === 1 ? "hit" : "hits"} in ${found.length} ${found.length === 1 ? "step" : "steps"}.` : "Nothing was found.";
  open(wanted.length ? "hits" : "report");
  light();
}

function entryOf({ step, index, hits }) {
  const row = document.createElement("li"), link = made("a", `Turn ${step.turn}. ${step.title}`, { href: addressOf(step) });
  if (index === shown) link.setAttribute("aria-current", "step");
  row.append(link, made("span", ` ${hits.length} ${hits.length === 1 ? "hit" : "hits"}`, { className: "faint" }), document.createElement("br"));
  // The longest word says most.
  const text = textOf(index), from = folded(text).search(new RegExp(wanted[0], "u"));
  const first = Math.max(0, from - 60), last = Math.min(text.length, from + 120);
  let done = first;
  if (first) row.append("… ");
  for (const [a, b] of hits.filter(([a, b]) => a >= first && b <= last)) {
    row.append(text.slice(done, a), made("mark", text.slice(a, b)));
    done = b;
  }
  row.append(text.slice(done, last), last < text.length ? " …" : "");
  return row;
}

function light() {
  for (const mark of document.querySelectorAll("article mark")) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent.normalize();
  }
  marks = [];
  now = -1;
  at("hit").textContent = "";
  if (shown < 0 || !wanted.length) return;
  const hits = hitsIn(textOf(shown), wanted);
  let from = 0;
  for (const node of nodesOf(articles[shown])) {
    const length = node.length;
    lightNode(node, from, hits);
    from += length;
  }
  marks = Array.from(articles[shown].querySelectorAll("mark[data-first]"));
  at("hit").textContent = `0/${marks.length}`;
}

// From the end of the text to its beginning, so that what is left keeps its places.
function lightNode(node, from, hits) {
  const end = from + node.length;
  for (const [a, b] of hits.filter(([a, b]) => a < end && b > from).reverse()) {
    const first = Math.max(a, from), piece = node.splitText(first - from), mark = document.createElement("mark");
    if (piece.length > Math.min(b, end) - first) piece.splitText(Math.min(b, end) - first);
    if (a === first) mark.dataset.first = "";  // a hit may run over several pieces of text
    piece.replaceWith(mark);
    mark.append(piece);
  }
}

function goToHit(to) {
  if (!marks.length) return;
  marks[now]?.classList.remove("now");
  now = (to + marks.length) % marks.length;
  const mark = marks[now];
  mark.classList.add("now");
  for (let fold = mark.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  mark.scrollIntoView({ block: "center" });
  at("hit").textContent = `${now + 1}/${marks.length}`;
}

function nextHit() {
  const links = Array.from(document.querySelectorAll("#found a"));
  if (!links.length) return;
  const isLast = now === marks.length - 1;
  if (panel === "report" && marks.length && !isLast) { goToHit(now + 1); return; }
  const here = links.findIndex(link => link.getAttribute("href") === addressOf(steps[shown]));
  const next = panel === "report" || here < 0 ? links[(here + 1) % links.length] : links[here];
  location.hash = next.getAttribute("href");
  follow();
  goToHit(0);
}

// -- dice --

const saidOf = verdict => verdict === "none" ? "No dice were cast here: there is nothing to prove." : SAID[verdict];
const stateOf = verdict => verdict === "none" ? "no dice" : verdict;

// The records of a block whose check word does not fit, as they stand in it.
async function damagedIn(proof) {
  const text = bare(proof), from = text.indexOf(START), found = [];
  let before = "", done = Math.max(0, from);
  for (const match of text.matchAll(/!\n?((?:[0-9a-fA-F]\n?){8})/g)) {
    const check = match[1].replaceAll("\n", "").toLowerCase(), piece = text.slice(done, match.index);
    if (!await whole(piece, before, check, { left: 1 })) found.push(piece.replace(/\s+/g, " ").trim());
    before = check;
    done = match.index + match[0].length;
  }
  return found;
}

const everything = () => judge(steps.map(step => step.proof).join("\n"), at("known").value);

async function judgeStep(step, together) {
  const found = await judge(step.proof, "");
  if (found.verdict === "wrong" || !found.rolls.length) return found;
  // An earlier post may show what binds the dice, a later one may have revealed the secret.
  const all = await together(), key = roll => JSON.stringify([roll.game, roll.epoch, roll.label]);
  const states = new Map(all.rolls.map(roll => [key(roll), roll.status]));
  for (const roll of found.rolls) roll.status = states.get(key(roll)) || roll.status;
  found.verdict = ["wrong", "waiting", "consistent", "unchecked"].find(state => found.rolls.some(roll => roll.status === state)) || "bound";
  return found;
}

function say(verdict, words) {
  at("verdict").className = verdict;
  at("verdict").textContent = words;
  if (verdict) at("verdict").scrollIntoView({ block: "nearest" });
}

function list(heads, rows) {
  const head = document.createElement("tr");
  head.append(...heads.map(words => made("th", words, { scope: "col" })));
  document.querySelector("#judged thead").replaceChildren(head);
  document.querySelector("#judged tbody").replaceChildren(...rows);
  at("judged").hidden = !rows.length;
}

function rowOf(state, ...cells) {
  const row = made("tr", undefined, { className: state });
  for (const cell of cells) row.insertCell().append(typeof cell === "string" ? plain(cell) : cell);
  return row;
}

const rollWords = roll => `${roll.label}: ${roll.what} is shown as ${roll.result}, which is not what the secret gives`;

async function faultsOf(step, found) {
  const lines = found.rolls.filter(roll => roll.status === "wrong").map(rollWords);
  const said = new Set(lines.length ? ["dice"] : []);  // what is named one by one need not be said again in general
  const damaged = found.faults.find(fault => fault.code === "damaged");
  for (const record of damaged ? await damagedIn(step.proof) : []) {
    lines.push(`${damaged.what}: ${record}`);
    said.add("damaged").add("gap");
  }
  return [...lines, ...new Set(found.faults.filter(fault => !said.has(fault.code)).map(fault => fault.what))];
}

// The commitment that the reader kept may stand in any post of the campaign, not in each.
const unknown = all => all.faults.filter(fault => fault.code === "commitment").map(fault => fault.what);

function isAble() {
  if (globalThis.crypto && crypto.subtle) return true;
  say("wrong", "This browser gives no WebCrypto here: open the page as a file or by https.");
  return false;
}

function clear() {
  say("", "...");
  at("faults").replaceChildren();
  showSources({ commitments: [], beacons: [] });
  list([], []);
}

async function verifyOne() {
  open("dice");
  clear();
  if (!isAble() || shown < 0) return;
  const step = steps[shown], found = await judgeStep(step, everything), faults = await faultsOf(step, found);
  if (at("known").value.trim()) faults.push(...unknown(await everything()));
  at("faults").replaceChildren(...faults.map(words => made("li", plain(words))));
  list(["State", "Roll", "Cast", "Result"], found.rolls.map(roll => rowOf(roll.status, roll.status, roll.label, roll.what, roll.result)));
  showSources(found);
  const verdict = faults.length ? "wrong" : found.verdict;
  say(verdict, `Turn ${step.turn}. ${step.title}: ${saidOf(verdict)}`);
}

async function verifyAll() {
  open("dice");
  clear();
  if (!isAble()) return;
  const all = await everything(), rows = [], lines = [], told = new Set();
  for (const [index, step] of steps.entries()) {
    say("", `${index + 1} of ${steps.length} ...`);
    if (!step.proof) continue;
    const found = await judgeStep(step, async () => all), faults = await faultsOf(step, found);
    for (const fault of found.faults) told.add(fault.code);
    lines.push(...faults.map(words => `Turn ${step.turn}. ${step.title}: ${words}`));
    const state = stateOf(found.verdict);
    rows.push(rowOf(state, state, made("a", step.label, { href: addressOf(step) }), `${found.rolls.length}`));
  }
  lines.push(...new Set(all.faults.filter(fault => !told.has(fault.code)).map(fault => fault.what)));
  at("faults").replaceChildren(...lines.map(words => made("li", plain(words))));
  list(["State", "Step", "Rolls"], rows);
  showSources(all);
  const sum = all.rolls.length, verdict = lines.length ? "wrong" : all.verdict;
  say(verdict, `The whole campaign, ${sum} ${sum === 1 ? "roll" : "rolls"}: ${saidOf(verdict)}`);
}

function showSources({ commitments, beacons }) {
  at("commitments").textContent = commitmentWords(commitments);
  at("beacons").replaceChildren(...beacons.map(one => made("li", plain(beaconWords(one)))));
}

// -- keys and buttons --

const KEYS = {
  ArrowLeft: () => show(shown - 1), ArrowRight: () => show(shown + 1), Home: () => show(0), End: () => show(steps.length - 1),
  "+": () => gliding(zoomKey, 1.5), "=": () => gliding(zoomKey, 1.5), "-": () => gliding(zoomKey, 1 / 1.5), "0": () => gliding(fit),
  "/": () => { at("find").focus(); at("find").select(); },
};
const PANS = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };

document.addEventListener("keydown", event => {
  const { key, target } = event, isText = target.matches("input:not([type=range], [type=checkbox])");
  if (event.ctrlKey || event.metaKey || event.altKey || isText) return;
  if (!at("keys").checked && !view.contains(target)) return;
  if (target === slider && !event.shiftKey && (key.startsWith("Arrow") || key === "Home" || key === "End")) return;
  const act = event.shiftKey && PANS[key] ? () => gliding(pan, ...PANS[key]) : KEYS[key];
  if (!act) return;
  event.preventDefault();
  act();
});
at("find").addEventListener("keydown", event => {
  if (event.key === "Enter") nextHit();
  if (event.key === "Escape") { at("find").value = ""; search(); articles[shown]?.focus({ preventScroll: true }); }
});
at("find").addEventListener("input", search);
at("found").addEventListener("click", event => {
  if (event.target.closest("a")) setTimeout(() => { follow(); goToHit(0); });
});
slider.addEventListener("input", () => show(slider.value - 1));
for (const [id, act] of Object.entries({ back: () => show(shown - 1), on: () => show(shown + 1), nearer: () => gliding(nearer, 1.5),
  farther: () => gliding(zoom, 1 / 1.5), fit: () => gliding(fit), one: verifyOne, "verify-this": verifyOne, all: verifyAll })) at(id).addEventListener("click", act);
for (const button of document.querySelectorAll("#tabs button")) button.addEventListener("click", () => open(button.dataset.panel));
addEventListener("hashchange", follow);

// Links lead to steps by `follow`; the browser itself need not jump to them.
for (const article of articles) article.removeAttribute("id");
open("report");
if (!follow()) show(newest ? steps.length - 1 : 0, true);
put();
}
