"use strict";
// The rules start in their worker, then the position that came with the page is opened.
async function boot() {
  Main.begin();
  Dom.show("state", "The rules are starting. This takes a few seconds.");
  try {
    await startRules();
  } catch (error) {
    Dom.show("state", `The rules cannot start in this browser: ${error.message}. You can still write the text and send it.`);
    return;
  }
  const leaf = await part("leaf");
  if (leaf) await Main.opened(await Link.open(leaf.buffer)); else Main.wait();
}
