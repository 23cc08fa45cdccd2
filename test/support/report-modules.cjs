// For `node --require`: writes the name of each module to stderr when it is first loaded.
const Module = require('node:module');

const load = Module._load;
const seen = new Set();
Module._load = (request, ...args) => {
  if (!seen.has(request)) process.stderr.write(`loaded ${request}\n`);
  seen.add(request);
  return load(request, ...args);
};
