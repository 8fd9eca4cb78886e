"use strict";
// Puts a board together from its kit: the ground, counters cut from sheets, and lines. Lengths of lines are in thirds of a pixel.
const Boards = (() => {
const FINE = 3;
const loaded = new Map();  // pictures by address

function picture(address) {
  if (!loaded.has(address)) loaded.set(address, new Promise((done, failed) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = () => { loaded.delete(address); failed(new Error(address)); };
    image.src = address;
  }));
  return loaded.get(address);
}

// All strokes of one kind cover the ground once, however often they cross: they are drawn apart and laid on together.
function ink(target, width, height, [colour, strength, lines, heads]) {
  const apart = new OffscreenCanvas(width, height), pen = apart.getContext("2d");
  pen.scale(1 / FINE, 1 / FINE);
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineJoin = "round";
  for (const [wide, dash, gap, ...points] of lines) {
    pen.lineWidth = wide;
    pen.lineCap = dash ? "butt" : "round";
    pen.setLineDash(dash ? [dash, gap] : []);
    pen.beginPath();
    for (let k = 0; k < points.length; k += 2) pen.lineTo(points[k], points[k + 1]);
    if (points.length === 4 && points[0] === points[2] && points[1] === points[3]) pen.lineTo(points[0] + 0.01, points[1]);
    pen.stroke();
  }
  for (const points of heads) {
    pen.beginPath();
    for (let k = 0; k < points.length; k += 2) pen.lineTo(points[k], points[k + 1]);
    pen.fill();
  }
  target.globalAlpha = strength / 100;
  target.drawImage(apart, 0, 0);
  target.globalAlpha = 1;
}

// Only as much is drawn apart as the strokes need.
function inked(target, stroke) {
  const [colour, strength, lines, heads] = stroke, points = [], wide = Math.max(0, ...lines.map(line => line[0]));
  for (const line of lines) for (let k = 3; k < line.length; k += 2) points.push([line[k], line[k + 1]]);
  for (const head of heads) for (let k = 0; k < head.length; k += 2) points.push([head[k], head[k + 1]]);
  const left = Math.floor((Math.min(...points.map(p => p[0])) - wide) / FINE), top = Math.floor((Math.min(...points.map(p => p[1])) - wide) / FINE);
  const right = Math.ceil((Math.max(...points.map(p => p[0])) + wide) / FINE), bottom = Math.ceil((Math.max(...points.map(p => p[1])) + wide) / FINE);
  const moved = values => values.map((value, k) => value - FINE * (k % 2 ? top : left));
  const shifted = [colour, strength, lines.map(([w, dash, gap, ...rest]) => [w, dash, gap, ...moved(rest)]), heads.map(moved)];
  target.save();
  target.translate(left, top);
  ink(target, right - left, bottom - top, shifted);
  target.restore();
}

async function draw(canvas, kit, name, isWanted = () => true) {
  const [ground, ...sheets] = await Promise.all([kit.ground, ...kit.sheets].map(picture));
  if (!isWanted()) return;
  canvas.width = ground.naturalWidth;
  canvas.height = ground.naturalHeight;
  const target = canvas.getContext("2d");
  target.drawImage(ground, 0, 0);
  for (const number of kit.boards[name]) {
    const laid = kit.laid[number];
    if (typeof laid[0] === "string") { inked(target, laid); continue; }
    const [sheet, x, y, width, height] = kit.spots[laid[0]];
    target.drawImage(sheets[sheet], x, y, width, height, laid[1], laid[2], width, height);
  }
}

return { draw, has: (kit, name) => Boolean(kit && kit.boards && kit.boards[name]) };
})();
