// Runs in a worker: Pyodide from memory, then one call after the other. Nothing is fetched from anywhere.
let engine = null;

async function boot(parts) {
  const files = { "pyodide.asm.wasm": [parts.wasm, "application/wasm"], "python_stdlib.zip": [parts.library, ""] };
  self.fetch = async (address) => {
    const name = String(address.url || address).split("/").pop();
    if (!files[name]) throw new TypeError(`the page fetches nothing: ${name}`);
    return new Response(files[name][0], { status: 200, headers: { "Content-Type": files[name][1] } });
  };
  // An address that is the machine itself; whatever is put behind the # does not change it.
  const machine = `data:text/javascript;base64,${parts.machine}#/`;
  const { loadPyodide } = await import(`data:text/javascript;base64,${parts.loader}`);
  const python = await loadPyodide({ indexURL: machine, lockFileContents: { info: parts.info, packages: {} } });
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(parts.rules, "xztar", { extractDir: folder });
  python.runPython("from pbem.page.engine import Engine\nengine = Engine()");
  engine = python.globals.get("engine");
}

self.onmessage = async ({ data }) => {
  try {
    if (data.parts) {
      await boot(data.parts);
      self.postMessage({ number: data.number, answer: '{"ok": true}' });
    } else {
      self.postMessage({ number: data.number, answer: engine.answer(data.name, data.given) });
    }
  } catch (error) {
    self.postMessage({ number: data.number, answer: JSON.stringify({ fault: String(error).slice(0, 2000) }) });
  }
};
