import { afterAll } from 'vitest';

const cleanups: Array<() => void> = [];

/** Runs after the tests of a file. Unlike `onTestFinished`, it knows what belongs to concurrent tests. */
export function afterFile(cleanup: () => void): void {
  cleanups.push(cleanup);
}

/** For the setup of each file of tests. */
export function cleanUpAfterFile(): void {
  afterAll(() => {
    for (const cleanup of cleanups.splice(0)) cleanup();
  });
}
