/**
 * `npm run bench -- [--runs 20] [--polls 10000] [--idle 20] [--only start-up,frames,polls,idle,history]
 * [--against <tarball>]`. With `--against`, the start of another packed version is measured as well.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchFrames } from './frames.mjs';
import { benchRecordings } from './recordings.mjs';
import { benchStartUp } from './start-up.mjs';
import { benchIdleWatch, benchPolls } from './watch.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    polls: { type: 'string', default: '10000' },
    idle: { type: 'string', default: '20' },
    only: { type: 'string', default: 'start-up,frames,polls,idle,history' },
    against: { type: 'string' },
  },
});

const PARTS = {
  'start-up': () => benchStartUp(Number(values.runs), values.against),
  polls: () => benchPolls(Number(values.polls)),
  idle: async () => {
    const load = await benchIdleWatch(Number(values.idle));
    return load === null
      ? 'Idle watch: this system does not report CPU time.'
      : `Idle watch: ${load.toFixed(1)} ms of CPU time per second.`;
  },
  frames: benchFrames,
  history: benchRecordings,
};

const [{ model }] = cpus();
const machine = `${cpus().length} × ${model.trim()}, Node ${process.version}`;
const date = new Date().toISOString().slice(0, 10);
process.stdout.write(`${date}, ${machine}; medians of ${values.runs} paired runs.\n`);
for (const name of values.only.split(',')) process.stdout.write(`\n${await PARTS[name]()}\n`);
