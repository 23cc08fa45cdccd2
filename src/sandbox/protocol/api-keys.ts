/** Sandbox keys in the format of live keys (api.md section 5). No other service accepts them. */
export const SANDBOX_KEY = 'rb_live_SandboxKeyNotReal00000000000000000000001';
export const SANDBOX_REVOKED_KEY = 'rb_live_SandboxRevokedNotReal0000000000000000002';

export type KeyStatus = 'active' | 'revoked' | 'unknown';

/** The API key from either header of api.md section 5. Header names must be in lower case. */
export function apiKeyOf(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  return headers['x-api-key'] ?? /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

export function keyStatusOf(key: string | undefined): KeyStatus {
  if (key === SANDBOX_KEY) return 'active';
  return key === SANDBOX_REVOKED_KEY ? 'revoked' : 'unknown';
}
