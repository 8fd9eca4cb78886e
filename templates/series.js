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
