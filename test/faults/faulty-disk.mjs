// Loaded into the built program before it begins (`--import`): numbers its changes to the disk below one folder, and at
// one of them ends the process or refuses as a full disk would. The program itself knows nothing of it. Time stands
// still, so that what two runs write can be compared.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, relative, sep } from "node:path";

/** @type {{ folder: string, points: string, at?: number, within?: boolean, error?: string }} */
const task = JSON.parse(process.env.WHETSTONE_FAULTY_DISK ?? "{}");
const real = { ...fs };
const named = new Map();
const points = [];

Date.now = () => Date.UTC(2026, 0, 12, 14, 30);
performance.now = () => 0;

function isBelow(path) {
  return typeof path === "string" && `${path}${sep}`.startsWith(`${task.folder}${sep}`);
}

/** Before a change; `partly` does the first half of it. */
function reach(operation, path, partly = () => {}) {
  if (!isBelow(path)) return;
  points.push({ index: points.length + 1, operation, subject: relative(task.folder, path) });
  if (points.length !== task.at) return;
  if (task.within) partly();
  if (task.error) throw Object.assign(new Error(`${task.error}: injected`), { code: task.error });
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until the system gets to it
}

function removeHalf(path) {
  const files = real.readdirSync(path, { recursive: true }).map((name) => join(path, name));
  const plain = files.filter((file) => real.lstatSync(file).isFile());
  for (const file of plain.slice(0, Math.ceil(plain.length / 2))) real.unlinkSync(file);
}

fs.openSync = (path, flags, ...rest) => {
  if (flags !== "r") reach("open", path);
  const handle = real.openSync(path, flags, ...rest);
  named.set(handle, path);
  return handle;
};
fs.writeFileSync = (file, data, ...rest) => {
  const bytes = Buffer.from(data);
  reach("write", named.get(file), () => real.writeSync(file, bytes, 0, Math.floor(bytes.length / 2)));
  real.writeFileSync(file, data, ...rest);
};
for (const name of ["fdatasync", "fsync"]) {
  fs[name] = (handle, done) => {
    reach("sync", named.get(handle));
    real[name](handle, done);
  };
}
fs.ftruncateSync = (handle, ...rest) => {
  reach("truncate", named.get(handle));
  real.ftruncateSync(handle, ...rest);
};
for (const name of ["renameSync", "linkSync"]) {
  fs[name] = (from, to) => {
    reach(name.replace("Sync", ""), to);
    real[name](from, to);
  };
}
fs.unlinkSync = (path) => {
  reach("unlink", path);
  real.unlinkSync(path);
};
fs.mkdirSync = (path, options) => {
  reach("make-folder", path);
  return real.mkdirSync(path, options);
};
fs.rmSync = (path, options) => {
  if (real.existsSync(path)) reach("remove-tree", path, () => removeHalf(path));
  real.rmSync(path, options);
};
syncBuiltinESMExports();

process.on("exit", () => task.points && real.writeFileSync(task.points, JSON.stringify(points)));
