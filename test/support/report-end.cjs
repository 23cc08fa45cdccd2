// Runs a command in its terminal, also after a hang-up, and writes its exit code and signal to the file `end`
// of a directory. The stderr of the command goes to the file `errors` there.
const { spawnSync } = require('node:child_process');
const { openSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const [directory, command, ...args] = process.argv.slice(2);
process.on('SIGHUP', () => undefined);
const errors = openSync(join(directory, 'errors'), 'a');
const { status, signal } = spawnSync(command, args, { stdio: ['inherit', 'inherit', errors] });
writeFileSync(join(directory, 'end'), JSON.stringify({ exitCode: status, signal }));
// A normal exit of Node aborts if it cannot restore the terminal.
process.kill(process.pid, 'SIGKILL');
