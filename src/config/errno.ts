/** The operating system's name for what failed, as ENOSPC; `unknown error` where it gave none. */
export function errnoOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown error';
}
