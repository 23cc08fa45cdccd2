import type { MarketSession } from '../market/catalogue.ts';

/** The fuller the circle, the more of the market is open. */
export const SESSION_SIGNS = { premarket: '◐', open: '●', afterhours: '◑', closed: '○' } as const;

/** A session of the service as people write it. */
export function sessionWords(session: string): string {
  return session === 'afterhours' ? 'after hours' : session;
}

/** `● open`, `◑ after hours`. */
export function sessionText(session: MarketSession | null): string {
  return session === null ? 'session unknown' : `${SESSION_SIGNS[session]} ${sessionWords(session)}`;
}
