/** `node scripts/record-bytecode.cjs <args>` runs the program and keeps the bytecode of the functions that it used. */
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { scripts } = require('../bin/boards.cjs');

process.on('exit', () => {
  for (const [file, script] of scripts) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, script.createCachedData());
  }
});
