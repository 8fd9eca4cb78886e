"use strict";
// Zoom and pan: wheel, drag, two fingers, keys. The board is an SVG, its window the viewBox.
const View = (() => {
let svg, size, window_ = { x: 0, y: 0, w: 1 }, held = new Map(), moved = 0, pinch = 0;

const ratio = () => svg.clientHeight / Math.max(1, svg.clientWidth);
const whole = () => Math.max(size[0], size[1] / ratio());

function put() {
  window_.w = Math.min(whole(), Math.max(size[0] / 12, window_.w));
  const high = window_.w * ratio(), keep = (at, room, all) => room >= all ? (all - room) / 2 : Math.min(all - room, Math.max(0, at));
  window_.x = keep(window_.x, window_.w, size[0]);
  window_.y = keep(window_.y, high, size[1]);
  const box = `${window_.x} ${window_.y} ${window_.w} ${high}`;
  if (svg.getAttribute("viewBox") !== box) svg.setAttribute("viewBox", box);
}

function zoom(factor, x = 0.5, y = 0.5) {
  const before = window_.w, wide = Math.min(whole(), Math.max(size[0] / 12, before / factor));
  window_.x += (before - wide) * x;
  window_.y += (before - wide) * ratio() * y;
  window_.w = wide;
  put();
}

function pan(dx, dy) { window_.x += dx * window_.w; window_.y += dy * window_.w * ratio(); put(); }
function fit() { window_ = { x: 0, y: 0, w: whole() }; put(); }

// A hex comes into sight, with some hexes around it.
function reveal(x, y, wide) {
  const high = window_.w * ratio(), rim = Math.min(2 * wide, window_.w / 4, high / 4);
  window_.x = Math.min(x - rim, Math.max(x + rim - window_.w, window_.x));
  window_.y = Math.min(y - rim, Math.max(y + rim - high, window_.y));
  put();
}
function look(x, y, wide) { window_.w = wide; window_.x = x - wide / 2; window_.y = y - wide * ratio() / 2; put(); }

const share = event => { const box = svg.getBoundingClientRect(); return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]; };

function down(event) { held.set(event.pointerId, share(event)); moved = held.size > 1 ? 1 : 0; pinch = 0; }
function move(event) {
  if (!held.has(event.pointerId)) return;
  const before = held.get(event.pointerId), now = share(event);
  if (held.size === 1) {
    moved += Math.hypot((now[0] - before[0]) * svg.clientWidth, (now[1] - before[1]) * svg.clientHeight) / 6;
    if (moved >= 1) { svg.setPointerCapture(event.pointerId); pan(before[0] - now[0], before[1] - now[1]); held.set(event.pointerId, now); }
    return;
  }
  held.set(event.pointerId, now);
  const [one, two] = Array.from(held.values()), apart = Math.hypot(one[0] - two[0], one[1] - two[1]);
  if (pinch && apart) zoom(apart / pinch, (one[0] + two[0]) / 2, (one[1] + two[1]) / 2);
  pinch = apart;
}
const up = event => { held.delete(event.pointerId); pinch = 0; };

function over(element, extent) {
  const isNew = svg !== element;
  [svg, size] = [element, extent];
  if (isNew) listen();
  fit();
}
function listen() {
  svg.addEventListener("pointerdown", down);
  svg.addEventListener("pointermove", move);
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(kind, up);
  svg.addEventListener("wheel", event => { event.preventDefault(); zoom(event.deltaY < 0 ? 1.25 : 0.8, ...share(event)); }, { passive: false });
  new ResizeObserver(put).observe(svg);
}

return { over, zoom, pan, fit, reveal, look, wasDragged: () => moved >= 1 };
})();
