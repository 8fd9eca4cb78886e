// The rules: call(name, given) asks the engine in the worker. docs/order-page.md lists the calls.

class Refused extends Error {
  constructor(answer) {
    super(answer.refused || answer.fault);
    this.problems = answer.problems || [];
    this.isFault = "fault" in answer;
  }
}

const rules = { worker: null, number: 0, waiting: new Map() };

function send(message, moved = []) {
  const number = ++rules.number;
  return new Promise((resolve, reject) => {
    rules.waiting.set(number, { resolve, reject });
    rules.worker.postMessage({ number, ...message }, moved);
  });
}

async function call(name, given = {}) {
  return send({ name, given: JSON.stringify(given) });
}

async function startRules() {
  const [loader, machine, wasm, library, packed, worker] = await Promise.all(
    ["loader", "machine", "wasm", "library", "rules", "worker"].map(part));
  // From a data: address, since a page that was opened as a file may have no other module worker.
  rules.worker = new Worker(`data:text/javascript;base64,${base64(worker)}`, { type: "module" });
  rules.worker.onmessage = ({ data }) => {
    const { resolve, reject } = rules.waiting.get(data.number);
    rules.waiting.delete(data.number);
    const answer = JSON.parse(data.answer);
    if ("ok" in answer) resolve(answer.ok);
    else reject(new Refused(answer));
  };
  rules.worker.onerror = (event) => {
    for (const { reject } of rules.waiting.values()) reject(new Refused({ fault: event.message || "the rules cannot start here" }));
    rules.waiting.clear();
  };
  const info = { "abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2" };
  await send({ parts: { loader: base64(loader), machine: base64(machine), wasm, library, rules: packed, info } },
    [wasm.buffer, library.buffer, packed.buffer]);
}
