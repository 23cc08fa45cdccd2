// For `node --require`: at exit, writes the modules that the process has loaded to stderr, as one line of JSON.
process.on('exit', () => {
  const builtIn = process.moduleLoadList
    .filter((name) => name.startsWith('NativeModule ') && !name.includes('internal/'))
    .map((name) => name.replace('NativeModule ', ''));
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  process.stderr.write(`${JSON.stringify({ builtIn, files })}\n`);
});
