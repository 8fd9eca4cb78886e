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
const kit = document.getElementById("boards") ? JSON.parse(document.getElementById("boards").textContent) : null;
const canvases = Array.from(document.querySelectorAll("canvas.board"));
const show = canvas => Boards.has(kit, canvas.dataset.board) ? Boards.draw(canvas, kit, canvas.dataset.board) : null;
if (kit && kit.size) {
  const watch = new IntersectionObserver(seen => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) show(target); else target.width = target.height = 1;
  }, { rootMargin: "100% 0px" });
  for (const canvas of canvases) {
    canvas.style.aspectRatio = kit.size.join(" / ");  // the page has its height before the boards are there
    watch.observe(canvas);
  }
  addEventListener("beforeprint", () => { watch.disconnect(); canvases.forEach(show); });
}
