/** `npm start`: the program in the sandbox, which every command accepts. Without arguments, as much of it as one screen shows. */
const ONE_SCREEN = ['-l', '5', '-b', 'alerted,movers,rvol,momentum,forum,search'];

if (process.argv.length === 2) {
  process.argv.push(...ONE_SCREEN);
  process.once('beforeExit', () => {
    if (process.stdout.isTTY)
      process.stdout.write('all boards: npm start -- boards, live: npm start -- watch\n');
  });
}
process.argv.push('--sandbox');
await import('../bin/boards.cjs');
