"use strict";
// The page begins: a position comes with it, or is dropped on it.
const Main = (() => {
const { at, made, show } = Dom;

async function opened(answer) {
  if (!answer.ok) { show("state", answer.refused || answer.fault); return; }
  const about = answer.ok, asked = ["map", "position", "block", "verbs", "questions", "standing"];
  const [map, position, block, verbs, questions, standing] = await Promise.all(asked.map(name => Link.ask(name, {}).then(found => found.ok)));
  Desk.begin(about, position);
  document.title = `${about.campaign}, turn ${about.turn}: ${about.side_name}`;
  show("title", `${about.campaign}, turn ${about.turn}`);
  show("state", `${about.title}. ${about.side_name}${about.player ? ` (${about.player})` : ""}. ${about.date ? `${about.date}. ` : ""}${about.step_title}. Position of ${about.at_words}, entry ${about.head.seq}.`);
  show("asks", about.asks.map(words => made("p", {}, words)));
  show("older", Orders.older(about));
  const ground = await Link.ground(about.game, Object.keys(map.hexes)), grid = Grid.of(map, ground);
  Stage.build(about, map, grid, ground, { hex: Desk.hex, hover: pointed, tell: Desk.tell, leave: Desk.leave });
  Stage.position(position);
  Overlays.boxes(about);
  Forms.begin(verbs, about);
  Questions.begin(questions, standing);
  Out.begin(about);
  show("names", position.stacks.flatMap(stack => stack.units).filter(Desk.mine).map(unit => made("option", { value: unit.id })));
  Desk.off(position);
  Orders.begin(about, block);
  home(position, about);
  show("reason", Desk.HINT);
  document.body.dataset.ready = "yes";
  await Checking.now();
  Reach.begin(position.stacks.flatMap(stack => stack.units).filter(Desk.mine).map(unit => unit.id));
}

function pointed(hex) {
  Reach.hover(hex);
  Reach.warm(Stage.units(hex).filter(Desk.mine).map(unit => unit.id));
}

// The first sight: the middle of his own units.
function home(position, about) {
  const own = position.stacks.filter(stack => stack.units.some(unit => unit.side === about.side));
  const first = own[Math.floor(own.length / 2)] || position.stacks[0];
  if (!first) return;
  Stage.go(first.hex, false);
  View.look(...Stage.spot(first.hex), Stage.wide() * Math.min(14, Math.max(6, at("view").clientWidth / 60)));  // counters can be read on a phone too
}

function taken(file) { if (file) file.arrayBuffer().then(Link.open).then(opened); }

function begin() {
  at("undo").onclick = Orders.undo;
  at("clear").onclick = Orders.clear;
  at("try").onclick = Trying.go;
  at("ahead").onchange = Desk.redraw;
  at("zoom-in").onclick = () => View.zoom(1.4);
  at("zoom-out").onclick = () => View.zoom(1 / 1.4);
  at("zoom-all").onclick = () => View.fit();
  at("leaf").onchange = event => taken(event.target.files[0]);
  at("orders").addEventListener("scroll", () => { at("gutter").scrollTop = at("orders").scrollTop; });
  at("orders").addEventListener("keydown", event => { if ((event.ctrlKey || event.metaKey) && event.key === "z") { event.preventDefault(); Orders.undo(); } });
  document.addEventListener("dragover", event => event.preventDefault());
  document.addEventListener("drop", event => { event.preventDefault(); taken(event.dataTransfer.files[0]); });
}

// Without a position the page waits for one.
const wait = () => show("state", "Drop the file that ends with .pbem on this page, or choose it here.");

return { begin, opened, wait };
})();
