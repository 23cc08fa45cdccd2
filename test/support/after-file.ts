import { afterAll } from 'vitest';

const cleanups: Array<() => void> = [];

/** Unlike Vitest's `onTestFinished`, this works in concurrent tests. */
export function afterFile(cleanup: () => void): void {
  cleanups.push(cleanup);
}

export function cleanUpAfterFile(): void {
  afterAll(() => {
    for (const cleanup of cleanups.splice(0)) cleanup();
  });
}
