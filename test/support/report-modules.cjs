// For `node --require`: writes the name of each module to stderr when it is first loaded. Writes `idle` when
// the program has sent a request and has loaded nothing for `TURNS` turns of the event loop.
const Module = require('node:module');

const TURNS = 50;

const load = Module._load;
const seen = new Set();
let turns = 0;

Module._load = (request, ...args) => {
  if (!seen.has(request)) process.stderr.write(`loaded ${request}\n`);
  seen.add(request);
  turns = 0;
  return load(request, ...args);
};

require('node:diagnostics_channel').subscribe('http.client.request.start', () => setImmediate(turn));

function turn() {
  if (++turns < TURNS) setImmediate(turn);
  else process.stderr.write('idle\n');
}
