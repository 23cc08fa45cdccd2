/** Keys of the sandbox, in the form of real ones (api.md section 5) and plainly not real. They open nothing else. */
export const SANDBOX_KEY = 'rb_live_SandboxKeyNotReal00000000000000000000001';
export const SANDBOX_REVOKED_KEY = 'rb_live_SandboxRevokedNotReal0000000000000000002';

export type KeyStatus = 'active' | 'revoked' | 'unknown';

/** The key that a request carries, from either header of api.md section 5; header names are in lower case. */
export function keyOf(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  return headers['x-api-key'] ?? /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

export function statusOf(key: string | undefined): KeyStatus {
  if (key === SANDBOX_KEY) return 'active';
  return key === SANDBOX_REVOKED_KEY ? 'revoked' : 'unknown';
}
