// The text of the orders: always visible, checked a moment after the last key.

const WAIT = 300; // milliseconds after the last key
const LONGEST_MAIL = 1800; // signs that mail programs take from a link
const editor = { text: null, verdict: null, timer: 0, about: null, number: 0, changed: [] };

function show(id, words) { document.getElementById(id).textContent = words; }

function setText(text) {
  editor.text.value = text;
  edited();
}

function edited() {
  drafts.put(drafts.key(editor.about), editor.text.value);
  show("verdict", "…");
  clearTimeout(editor.timer);
  editor.timer = setTimeout(checkNow, WAIT);
}

async function checkNow() {
  const number = ++editor.number;
  const text = editor.text.value;
  try {
    const receipt = await call("check", { text });
    if (number !== editor.number) return;
    const count = receipt.problems.length;
    show("verdict", receipt.is_accepted ? "Accepted: the judge would take these orders." : `Refused: ${count} problem${count === 1 ? "" : "s"}.`);
    show("receipt", receipt.lines.join("\n"));
    for (const tell of editor.changed) tell(text, receipt);
  } catch (error) {
    if (number !== editor.number) return;
    show("verdict", "The text could not be checked.");
    show("receipt", error.message);
  }
}

function mailAddress(text) {
  const subject = encodeURIComponent(editor.about.subject);
  return `mailto:?subject=${subject}&body=${encodeURIComponent(text.replace(/\n/g, "\r\n"))}`;
}

function wireButtons() {
  const button = (id, act) => document.getElementById(id).addEventListener("click", act);
  button("copy", async () => {
    editor.text.select();
    try { await navigator.clipboard.writeText(editor.text.value); } catch { document.execCommand("copy"); }
    show("said", "Copied. Paste it into your mail to the judge.");
  });
  button("save", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([editor.text.value], { type: "text/plain" }));
    link.download = "orders.txt";
    link.click();
    show("said", "Saved as orders.txt. Attach it to your mail to the judge.");
  });
  button("mail", () => {
    const address = mailAddress(editor.text.value);
    if (address.length > LONGEST_MAIL) show("said", "Too long for a mail link: copy the text, or save it and attach the file.");
    else location.href = address;
  });
  button("afresh", async () => {
    drafts.drop(drafts.key(editor.about));
    setText((await call("block")).text);
    show("said", "The block is as the judge sent it.");
  });
}
