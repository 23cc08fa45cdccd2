import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const SHARED_MARKET = fileURLToPath(new URL('test/support/shared-market.ts', import.meta.url));

/** The service of the sandbox gets its market from test/support/shared-market.ts, which computes each snapshot once. */
const shareMarket = {
  name: 'share-market',
  enforce: 'pre' as const,
  resolveId: (source: string, importer?: string) =>
    /\/src\/sandbox\/protocol\/\w+\.ts$/.test(importer ?? '') &&
    /^\.\.\/market\/(market|scanner)\.ts$/.test(source)
      ? SHARED_MARKET
      : null,
};

export default defineConfig({
  plugins: [shareMarket],
  test: {
    env: { TZ: 'UTC' },
    globalSetup: 'test/support/global-setup.ts',
    // No module keeps state between two files of tests, and each worker imports the sources once.
    isolate: false,
    // Most tests wait for processes and sockets; more workers than cores keep both cores busy.
    maxWorkers: 4,
    // For slow and busy machines; no assertion depends on it.
    testTimeout: 60_000,
  },
});
