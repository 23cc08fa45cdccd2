import { constants } from 'node:os';

/** True for an error of the operating system. Other errors of Node can also have a code. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** The code of a system error, such as ENOSPC; words for one that has no name in Node; `unknown error` if there is none. */
export function errnoOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return 'unknown error';
  const [, number] = /^Unknown system error -(\d+)$/.exec(code) ?? [];
  if (number === undefined) return code;
  return Number(number) === constants.errno.ESTALE ? 'stale file handle (ESTALE)' : `errno ${number}`;
}

/** The code of a system error; the words of one of our own, which has none. */
export function causeOf(error: unknown): string {
  return error instanceof Error && !('code' in error) ? error.message : errnoOf(error);
}
