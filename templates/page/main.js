// The page begins: the rules start, the position is opened, the block is there to be edited.

async function openPosition(bytes) {
  try {
    const about = await call("open", { leaf: base64(bytes) });
    editor.about = about;
    document.title = `${about.campaign}, turn ${about.turn} [${about.who}]`;
    show("title", `${about.campaign}: ${about.side_name}, turn ${about.turn}`);
    show("step", about.is_over ? "The game is over." : `${about.step_title}. Position of ${about.at_words}, entry ${about.head.seq} of the record.`);
    show("asks", about.asks.join(" "));
    show("older", olderThanSeen(about));
    const block = await call("block");
    const kept = drafts.get(drafts.key(about));
    show("about", kept && kept !== block.text ? "Your draft, as you left it." : block.about);
    editor.text.disabled = false;
    setText(kept || block.text);
    show("state", "");
  } catch (error) {
    show("state", error.message);
  }
}

async function begin() {
  editor.text = document.getElementById("orders");
  editor.text.addEventListener("input", edited);
  wireButtons();
  const file = document.getElementById("file");
  file.addEventListener("change", async () => file.files[0] && openPosition(new Uint8Array(await file.files[0].arrayBuffer())));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer.files[0];
    if (dropped) openPosition(new Uint8Array(await dropped.arrayBuffer()));
  });
  show("state", "The rules are starting. This takes a few seconds.");
  try {
    await startRules();
  } catch (error) {
    show("state", `The rules cannot start in this browser: ${error.message}. You can still write the text and send it.`);
    return;
  }
  const leaf = await part("leaf");
  if (leaf) await openPosition(leaf);
  else show("state", "Drop the file that ends with .pbem here, or choose it below.");
  document.body.dataset.ready = "yes";
}

begin();
