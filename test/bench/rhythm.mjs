import { simulateWatch } from '../../.bench/test/support/rhythm-simulation.js';
import { renderTable } from './statistics.mjs';

const SERVICES = [
  [50, 2],
  [55, 3],
  [60, 2],
  [65, 4],
  [70, 3],
  [75, 4],
];

/** The age of new snapshots when they are shown, over eight simulated hours per service with a cache of 45 s. */
export function benchRhythm() {
  const head = [
    'build interval',
    'adaptive: median',
    '95 %',
    'polls/min',
    'fixed 60 s: median',
    '95 %',
    'polls/min',
  ];
  const rows = SERVICES.map(([periodSeconds, noiseSeconds]) => {
    const service = { periodSeconds, noiseSeconds };
    const figures = [true, false].flatMap((isLearning) => {
      const { medianAgeSeconds, worstAgeSeconds, pollsPerMinute } = simulateWatch(service, { isLearning });
      return [
        `${medianAgeSeconds.toFixed(1)} s`,
        `${worstAgeSeconds.toFixed(1)} s`,
        pollsPerMinute.toFixed(2),
      ];
    });
    return [`${periodSeconds} ± ${noiseSeconds} s`, ...figures];
  });
  return renderTable(head, rows);
}
