import { fileURLToPath } from 'node:url';
import { defaultExclude, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SHARED_MARKET = fileURLToPath(new URL('test/support/shared-market.ts', import.meta.url));

/** The service of the sandbox gets its listings and snapshots from test/support/shared-market.ts, which computes each once. */
const shareMarket = {
  name: 'share-market',
  enforce: 'pre' as const,
  resolveId: (source: string, importer?: string) =>
    /\/src\/sandbox\/service\.ts$/.test(importer ?? '') && /^\.\/(scanner|listings)\.ts$/.test(source)
      ? SHARED_MARKET
      : null,
};

/** Thousands of polls and kills, hours of simulated time, stops of real seconds, and hundreds of megabytes. */
const ENDURANCE = 'test/endurance/**/*.test.ts';

/** What `npm run executable` builds. */
const EXECUTABLE = 'test/executable/*.test.ts';

/** Signals, shells and pseudo-terminals of Unix, and a minute of random input. */
const NOT_ON_WINDOWS = process.platform === 'win32' ? ['test/{e2e,fuzz}/**'] : [];

/**
 * The order of files. The longest would keep one worker busy at the end while the others have nothing left to do. To start a
 * program takes longer the more memory a worker uses, which grows with each file.
 */
const ORDER = [
  /\/(e2e\/watch|e2e\/events|endurance\/polls|endurance\/saving-kills)\.test\.ts$/,
  /\/e2e\/|\/(service\/(debug|proxy|tls)|hazards\/canary-program)\.test\.ts$/,
  /\/(endurance\/navigation|golden\/pane(-time)?)\.test\.ts$/,
  /./,
];

class Ordered extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const placeOf = ({ moduleId }: TestSpecification) => ORDER.findIndex((names) => names.test(moduleId));
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  plugins: [shareMarket],
  test: {
    env: { TZ: 'UTC' },
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/setup.ts',
    // Modules keep nothing between two files of tests but caches, and each worker imports the sources once.
    isolate: false,
    // Many tests wait for processes and sockets: one worker more than cores keeps both busy. A fourth takes 15 % longer.
    maxWorkers: 3,
    // Fewer, larger collections, on the thread of the tests: 5 % less processor time.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    sequence: { sequencer: Ordered },
    // For slow and busy machines: no test depends on how fast one is. What a test waits for has its whole time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 55_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'suite', exclude: [...defaultExclude, ENDURANCE, EXECUTABLE, ...NOT_ON_WINDOWS] },
      },
      {
        extends: true,
        test: { name: 'endurance', include: [ENDURANCE], testTimeout: 600_000, hookTimeout: 600_000 },
      },
      { extends: true, test: { name: 'executable', include: [EXECUTABLE] } },
    ],
  },
});
