// For `node --require`: file calls hang as on a disk that does not respond, if the path matches HANGING. All
// reads hang once the file GATE exists. Each hanging call creates the file HUNG and blocks a thread of Node
// by opening the named pipe PIPE, to which nobody writes.
const fs = require('node:fs');
const promises = require('node:fs/promises');
const { promisify } = require('node:util');
const { HANGING = '', PIPE = '', GATE = '', HUNG = '' } = process.env;
const { open } = promises;
const hang = () => {
  fs.writeFileSync(HUNG, '');
  return open(PIPE);
};
const hangAt =
  (call) =>
  async (path, ...others) => {
    if (new RegExp(HANGING).test(String(path))) await hang();
    return call(path, ...others);
  };
for (const name of ['open', 'readdir', 'lstat', 'access']) promises[name] = hangAt(promises[name]);
const read = promisify(fs.read);
const readUnlessHanging = async (...args) => {
  if (fs.existsSync(GATE)) await hang();
  return read(...args);
};
const openFile = fs.open;
const openUnlessHanging = (path, ...others) => {
  if (new RegExp(HANGING).test(String(path))) void hang();
  else openFile(path, ...others);
};
fs.open = Object.assign(openUnlessHanging, { [promisify.custom]: hangAt(promisify(openFile)) });
fs.read = Object.assign(fs.read.bind(fs), { [promisify.custom]: readUnlessHanging });
