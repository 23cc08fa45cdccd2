/** `node scripts/record-bytecode.cjs <args>` runs the program and keeps the bytecode of the functions that it used. */
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { compiled, withChecksum } = require('../bin/boards.cjs');

process.on('exit', () => {
  for (const [file, { script, source }] of compiled) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, withChecksum(source, script.createCachedData()));
  }
});
