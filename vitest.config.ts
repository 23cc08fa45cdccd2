import { fileURLToPath } from 'node:url';
import { defaultExclude, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SHARED_MARKET = fileURLToPath(new URL('test/support/shared-market.ts', import.meta.url));

/** test/support/shared-market.ts caches the snapshots of the sandbox service, which many tests share. */
const shareMarket = {
  name: 'share-market',
  enforce: 'pre' as const,
  resolveId: (source: string, importer?: string) =>
    /\/src\/sandbox\/service\.ts$/.test(importer ?? '') && /^\.\/(scanner|listings)\.ts$/.test(source)
      ? SHARED_MARKET
      : null,
};

const ENDURANCE = 'test/endurance/**/*.test.ts';

/** These tests need the output of `npm run executable`. */
const EXECUTABLE = 'test/executable/*.test.ts';

/** These tests need Unix signals, shells or pseudo-terminals, or take a minute. */
const NOT_ON_WINDOWS = process.platform === 'win32' ? ['test/{e2e,fuzz}/**'] : [];

/**
 * Starts long test files first, then those that start processes, which a worker does more slowly as it grows.
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
    // Share modules between test files, because they keep nothing but caches.
    isolate: false,
    // One worker more than two cores, because many tests wait for processes and sockets.
    maxWorkers: 3,
    // Fewer garbage collections need less processor time.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    sequence: { sequencer: Ordered },
    // No test depends on speed; the limits suit slow and busy machines.
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
