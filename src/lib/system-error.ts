import { constants } from 'node:os';

/** Other errors of Node can also have a `code`, but no `syscall`. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** Returns the code, such as ENOSPC, or a description if Node has no name for the error. */
export function errnoOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return 'unknown error';
  const [, number] = /^Unknown system error -(\d+)$/.exec(code) ?? [];
  if (number === undefined) return code;
  return Number(number) === constants.errno.ESTALE ? 'stale file handle (ESTALE)' : `errno ${number}`;
}

/** Returns the message of this program's own errors, which have no code. */
export function causeOf(error: unknown): string {
  return error instanceof Error && !('code' in error) ? error.message : errnoOf(error);
}
