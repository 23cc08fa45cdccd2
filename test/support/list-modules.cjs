// Required before a program: writes at its end, as one line of JSON on stderr, which modules the process has loaded.
process.on('exit', () => {
  const builtIn = process.moduleLoadList
    .filter((name) => name.startsWith('NativeModule ') && !name.includes('internal/'))
    .map((name) => name.replace('NativeModule ', ''));
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  process.stderr.write(`${JSON.stringify({ builtIn, files })}\n`);
});
