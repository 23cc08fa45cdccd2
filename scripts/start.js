/** Runs `npm start`: the program with `--sandbox`. Without arguments, the boards fit on one screen. */

/** npm prints lines before the program starts, and a line of help follows the boards. */
const OTHER_LINES = 10;

const { stdout } = process;
if (process.argv.length === 2 && stdout.isTTY) {
  stdout.rows = Math.max(1, stdout.rows - OTHER_LINES);
  process.once('beforeExit', () => {
    stdout.write('in this clone, without installing boards: npm start -- -b movers, npm start -- watch\n');
  });
}
process.argv.push('--sandbox');
await import('../bin/boards.cjs');
