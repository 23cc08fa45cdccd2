import type { MarketSession } from '../market/catalogue.ts';

/** A fuller circle means that more of the market is open. */
export const SESSION_SIGNS = { premarket: '◐', open: '●', afterhours: '◑', closed: '○' } as const;

export function sessionWords(session: string): string {
  return session === 'afterhours' ? 'after hours' : session;
}

export function sessionText(session: MarketSession | null): string {
  return session === null ? 'session unknown' : `${SESSION_SIGNS[session]} ${sessionWords(session)}`;
}
