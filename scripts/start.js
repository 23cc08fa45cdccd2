/** `npm start`: the program in the sandbox. Without arguments, as much of it as one screen shows. */
const ONE_SCREEN = ['-l', '5', '-b', 'alerted,movers,rvol,momentum,forum,search'];
/** Commands that show no data have no `--sandbox`. */
const WITHOUT_DATA = ['completion', 'config', 'help', 'login', 'logout', 'sandbox'];
const ABOUT_PROGRAM = ['--help', '--version', '-V', '-h'];

const words = process.argv.slice(2);
if (words.length === 0) process.argv.push(...ONE_SCREEN);
if (![...WITHOUT_DATA, ...ABOUT_PROGRAM].includes(words[0])) process.argv.push('--sandbox');
await import('../bin/boards.cjs');
