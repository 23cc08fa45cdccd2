/** `npm start`: the program in the sandbox, which every command accepts. Without arguments, the boards on one screen. */

/** Lines that npm prints before the program starts, and the line below the boards. */
const OTHER_LINES = 10;

const { stdout } = process;
if (process.argv.length === 2 && stdout.isTTY) {
  stdout.rows = Math.max(1, stdout.rows - OTHER_LINES);
  process.once('beforeExit', () => {
    stdout.write('one board: npm start -- -b movers, live: npm start -- watch\n');
  });
}
process.argv.push('--sandbox');
await import('../bin/boards.cjs');
