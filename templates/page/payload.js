// What the page carries: packed parts in script elements that no browser runs.
"use strict";

async function part(name) {
  const element = document.getElementById(`pbem-${name}`);
  if (!element) return null;
  const packed = of85(element.textContent);
  element.textContent = "";
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Five of 85 signs are four bytes, as Python's b85encode writes them.
const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

function of85(text) {
  const value = new Uint8Array(128), length = Math.ceil(text.length / 5) * 5, found = new Uint8Array(length / 5 * 4);
  for (let k = 0; k < SIGNS.length; k++) value[SIGNS.charCodeAt(k)] = k;
  for (let from = 0, to = 0; from < length; from += 5) {
    let word = 0;
    for (let k = from; k < from + 5; k++) word = word * 85 + (k < text.length ? value[text.charCodeAt(k)] : 84);
    for (let shift = 24; shift >= 0; shift -= 8) found[to++] = word >>> shift;
  }
  return found.subarray(0, found.length - (length - text.length));
}

function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}
