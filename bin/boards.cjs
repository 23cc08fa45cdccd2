#!/usr/bin/env node
const { readFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

/** Bytecode that `npm run build` made with this version of Node, in files named like those of the program. */
const directory = join(__dirname, `../dist/bytecode/${process.version}-${process.arch}`);
const CHECKSUM_BYTES = 4;

/** The compiled files of the program, each by the file of its bytecode. */
exports.compiled = new Map();

/** V8 checks the version and the length of bytecode, but neither its content nor that of the source. */
function checksumOf(source, bytecode) {
  return crc32(bytecode, crc32(source));
}

/** Returns undefined if there is none, or if it is damaged or of another source: then V8 compiles the source. */
function readBytecode(file, source) {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  if (bytes.length < CHECKSUM_BYTES) return undefined;
  const end = bytes.length - CHECKSUM_BYTES;
  const bytecode = bytes.subarray(0, end);
  return bytes.readUInt32LE(end) === checksumOf(source, bytecode) ? bytecode : undefined;
}

/** The content of a file of bytecode. */
exports.withChecksum = (source, bytecode) => {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(checksumOf(source, bytecode));
  return Buffer.concat([bytecode, checksum]);
};

require.extensions['.cjs'] = (module, filename) => {
  const file = join(directory, basename(filename));
  const source = readFileSync(filename);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename,
    cachedData: readBytecode(file, source),
  });
  exports.compiled.set(file, { script, source });
  const load = script.runInThisContext();
  load(module.exports, (id) => module.require(id), module, filename, module.path);
};

require('../dist/main.cjs');
