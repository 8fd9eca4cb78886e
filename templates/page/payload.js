// What the page carries: packed parts in script elements that no browser runs.
"use strict";

async function part(name) {
  const element = document.getElementById(`pbem-${name}`);
  if (!element) return null;
  const text = atob(element.textContent);
  element.textContent = "";
  const packed = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) packed[at] = text.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}
