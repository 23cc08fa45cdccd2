/** `npm start`: the program in the sandbox. Without arguments, as much of it as one screen shows. */
const ONE_SCREEN = ['-l', '5', '-b', 'alerted,movers,rvol,momentum,forum,search'];

if (process.argv.length === 2) process.argv.push(...ONE_SCREEN);
process.argv.push('--sandbox');
await import('../bin/boards.cjs');
