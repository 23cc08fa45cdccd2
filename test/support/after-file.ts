import { afterAll } from 'vitest';

const cleanups: Array<() => void> = [];

/**
 * Runs a cleanup after the tests of a file. Unlike Vitest's `onTestFinished`, it works in concurrent tests.
 */
export function afterFile(cleanup: () => void): void {
  cleanups.push(cleanup);
}

export function cleanUpAfterFile(): void {
  afterAll(() => {
    for (const cleanup of cleanups.splice(0)) cleanup();
  });
}
