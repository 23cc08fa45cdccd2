import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    env: { TZ: 'UTC' },
    globalSetup: 'test/support/global-setup.ts',
    // Most tests wait for processes and sockets; more workers than cores keep both cores busy.
    maxWorkers: 5,
    // For slow and busy machines; no assertion depends on it.
    testTimeout: 20_000,
  },
});
