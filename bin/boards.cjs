#!/usr/bin/env node
const { readFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { Script } = require('node:vm');

/** Bytecode that `npm run build` made with this version of Node, in files named like those of the program. */
const directory = join(__dirname, `../dist/bytecode/${process.version}-${process.arch}`);

/** The compiled files of the program by the file of their bytecode. */
exports.scripts = new Map();

/** V8 compiles what has no bytecode, and ignores bytecode that is incomplete or of another version. */
function readBytecode(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

require.extensions['.cjs'] = (module, filename) => {
  const file = join(directory, basename(filename));
  const code = readFileSync(filename, 'utf8');
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${code}\n})`, {
    filename,
    cachedData: readBytecode(file),
  });
  exports.scripts.set(file, script);
  const load = script.runInThisContext();
  load(module.exports, (id) => module.require(id), module, filename, module.path);
};

require('../dist/main.cjs');
