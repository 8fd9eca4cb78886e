"use strict";
// Saves the page as it stands, with all that was written into it.
document.getElementById("save").addEventListener("click", event => {
  const page = new Blob(["<!DOCTYPE html>\n" + document.documentElement.outerHTML + "\n"], { type: "text/html" });
  const link = document.createElement("a"), name = event.target.dataset.name.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  link.href = URL.createObjectURL(page);
  link.download = `${name} series replay.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
});
// What is pasted is taken as plain text.
for (const box of document.querySelectorAll(".lines")) if ("contentEditable" in box) {
  try { box.contentEditable = "plaintext-only"; } catch (error) { box.contentEditable = "true"; }
}
// Boards are put together when they come into view, and put away when they leave it: a hundred of them would fill the memory.
const kit = typeof Boards === "undefined" ? null : Boards.read();
const boards = Array.from(document.querySelectorAll("svg.board"));
const show = board => { if (Boards.has(kit, board.dataset.board)) Boards.draw(board, kit, board.dataset.board); };
if (kit && kit.size) {
  const watch = new IntersectionObserver(seen => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) show(target); else target.replaceChildren();
  }, { rootMargin: "100% 0px" });
  for (const board of boards) {
    board.setAttribute("viewBox", `0 0 ${kit.size.join(" ")}`);  // the page has its height before the boards are there
    watch.observe(board);
  }
  addEventListener("beforeprint", () => { watch.disconnect(); boards.forEach(show); });
}
