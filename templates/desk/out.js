"use strict";
// Out of the page: copy, save, mail. Nothing is sent by the page itself.
const Out = (() => {
const { at, show, say } = Dom;
const LONGEST = 1800;  // signs that every mail program takes in a link
let about = null;

function begin(found) {
  about = found;
  at("copy").onclick = copy;
  at("save").onclick = save;
}

async function copy() {
  at("orders").select();
  try { await navigator.clipboard.writeText(Orders.text()); } catch { document.execCommand("copy"); }
  say("Copied.");
  show("out-said", "Copied: paste it into your answer.");
}

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([Orders.text()], { type: "text/plain" }));
  link.download = `${about.campaign}-t${about.turn}-${about.who}-orders.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
  show("out-said", `Saved as ${link.download}.`);
}

function renew(isAccepted) {
  const text = Orders.text(), link = at("mail"), isShort = text.length <= LONGEST;
  link.href = `mailto:?subject=${encodeURIComponent(about.subject)}${isShort ? `&body=${encodeURIComponent(text)}` : ""}`;
  show("out-said", isAccepted ? Orders.isFresh() ? "" : "Send the text: copy it into your answer, save it, or mail it. " : "These orders are not legal yet. ", isShort ? "" : "Too long for a mail link: save the file and attach it.");
}

return { begin, renew };
})();
