"use strict";
// Elements of the page. Words go in as text nodes, never as markup.
const Dom = (() => {
const SVG = "http://www.w3.org/2000/svg";
const at = id => document.getElementById(id);

function filled(element, about, inside) {
  for (const [key, value] of Object.entries(about || {})) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  const words = inside.flat(3).filter(one => one !== false && one !== null && one !== undefined);
  element.append(...words.map(one => one instanceof Node ? one : String(one)));
  return element;
}

const made = (tag, about, ...inside) => filled(document.createElement(tag), about, inside);
const drawn = (tag, about, ...inside) => filled(document.createElementNS(SVG, tag), about, inside);
const button = (words, act, about) => made("button", { type: "button", onclick: act, ...about }, words);

function show(place, ...inside) {
  const element = typeof place === "string" ? at(place) : place;
  element.replaceChildren();
  return filled(element, {}, inside);
}

// What a screen reader is to say; the same words twice are said twice.
function say(words) {
  const place = at("said");
  place.textContent = place.textContent === words ? `${words}\u00a0` : words;
}

return { at, made, drawn, button, show, say };
})();
