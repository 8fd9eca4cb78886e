// Times in Pyodide under Node, in CPU milliseconds: node timing.mjs FOLDER LIBRARY RULES JOBS
// The first job opens a leaf; each other is asked several times, and the best time counts.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, library, rules, jobs] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const cpu = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1000; };
const timed = async (act) => { const begin = cpu(); await act(); return cpu() - begin; };
const best = (times) => Math.min(...times);

const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };
const lockFileContents = { info, packages: {} };
const bare = await timed(() => loadPyodide({ indexURL: folder, lockFileContents }));
const asked = JSON.parse(fs.readFileSync(jobs, "utf8"));
let engine = null;
const boot = await timed(async () => {
  const python = await loadPyodide({ indexURL: folder, stdLibURL: library, lockFileContents });
  const place = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(new Uint8Array(fs.readFileSync(rules)), "xztar", { extractDir: place });
  python.runPython("from pbem.page.engine import Engine\nengine = Engine()");
  engine = python.globals.get("engine");
});
const open = await timed(async () => engine.answer(asked[0][0], JSON.stringify(asked[0][1])));
const calls = [];
for (const [name, given] of asked.slice(1)) {
  const times = [];
  for (let turn = 0; turn < 8; turn++) times.push(await timed(async () => engine.answer(name, JSON.stringify(given))));
  calls.push(best(times));
}
process.stdout.write(JSON.stringify({ bare, boot, open, calls }));
