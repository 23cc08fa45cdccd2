/** `npm start`: the program in the sandbox. Without arguments, as much of it as one screen shows. */
const ONE_SCREEN = ['-l', '5', '-b', 'alerted,movers,rvol,momentum,forum,search'];
const WITH_DATA = ['boards', 'top', 'watch', 'symbol', 'confluence', 'history', 'replay', 'status'];
/** These have no `--sandbox`. */
const WITHOUT_DATA = ['completion', 'config', 'help', 'login', 'logout', 'sandbox'];
const ABOUT_PROGRAM = ['--help', '--version', '-V', '-h'];

const words = process.argv.slice(2);
if (words.length === 0) {
  process.argv.push(...ONE_SCREEN);
  process.once('beforeExit', () => {
    if (process.stdout.isTTY)
      process.stdout.write('all boards: npm start -- boards, live: npm start -- watch\n');
  });
}
const command = words.find((word) => [...WITH_DATA, ...WITHOUT_DATA].includes(word));
if (!WITHOUT_DATA.includes(command) && !ABOUT_PROGRAM.includes(words[0])) process.argv.push('--sandbox');
await import('../bin/boards.cjs');
