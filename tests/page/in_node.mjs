// The engine in Pyodide under Node: node in_node.mjs FOLDER LIBRARY RULES JOBS prints an answer to each job as JSON.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, library, rules, jobs] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };
const python = await loadPyodide({ indexURL: folder, stdLibURL: library, lockFileContents: { info, packages: {} } });
const place = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(fs.readFileSync(rules)), "xztar", { extractDir: place });
python.runPython("from pbem.page.engine import Engine\nengine = Engine()");
const engine = python.globals.get("engine");
const found = JSON.parse(fs.readFileSync(jobs, "utf8")).map(([name, given]) => engine.answer(name, JSON.stringify(given)));
process.stdout.write(JSON.stringify(found));
