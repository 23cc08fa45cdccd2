// Preloaded into the program: the first calls on paths that match HANGING hang as on a disk that does not answer. Each blocks a thread of
// Node by opening a named pipe to which nobody writes.
const promises = require('node:fs/promises');
const { HANGING = '', PIPE = '' } = process.env;
for (const name of ['open', 'readdir', 'lstat', 'access']) {
  const call = promises[name];
  promises[name] = async (path, ...others) => {
    if (new RegExp(HANGING).test(String(path))) await promises.readFile(PIPE);
    return call(path, ...others);
  };
}
