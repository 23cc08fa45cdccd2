import { UsageError } from '../../errors.ts';
import { nearest, unexpected } from '../../quote.ts';

export interface FaultShare {
  /** A status, or one of the kinds. */
  readonly fault: string;
  /** Of all responses, 0 to 1. */
  readonly share: number;
}

const NAMED_KINDS = ['cut', 'slow', 'garbage'];
const KINDS = `a status from 400 to 599, ${NAMED_KINDS.join(', ')}`;
const EXAMPLE = '--fault 503:0.1,cut:0.02';
/** Tolerance for the sum of decimal fractions: 0.1 + 0.2 > 0.3. */
const ROUNDING_ERROR = 1e-9;

/** Parses `503:0.1,cut:0.02`. Throws UsageError with the valid kinds in its hint. */
export function parseFaults(text: string): ReadonlyArray<FaultShare> {
  const shares = text.split(',').map((part) => parseFault(part.trim()));
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  if (total > 1 + ROUNDING_ERROR) {
    const sum = Number(total.toFixed(4));
    throw new UsageError(`the shares of --fault add up to ${sum}, more than 1`, { hint: hintFor() });
  }
  return shares;
}

/** Maps a random number in [0, 1) to a fault; undefined for a normal response. */
export function chooseFault(shares: ReadonlyArray<FaultShare>, chance: number): string | undefined {
  let below = 0;
  for (const { fault, share } of shares) {
    below += share;
    if (chance < below) return fault;
  }
  return undefined;
}

function parseFault(part: string): FaultShare {
  const [, kind, share] = /^([^:]*):(.*)$/.exec(part) ?? [];
  if (kind === undefined || share === undefined) {
    throw unexpected('--fault expects kind:share, not', part, hintFor());
  }
  if (!/^(\d{1,9}(\.\d{1,9})?|\.\d{1,9})$/.test(share) || Number(share) > 1) {
    throw unexpected('--fault expects shares from 0 to 1, not', share, hintFor());
  }
  const isKnown = NAMED_KINDS.includes(kind) || /^[45]\d\d$/.test(kind);
  if (!isKnown) throw unexpected('unknown fault', kind, hintFor(nearest(kind, NAMED_KINDS)));
  return { fault: kind, share: Number(share) };
}

function hintFor(meant?: string): string {
  const question = meant === undefined ? '' : `Did you mean ${meant}? `;
  return `${question}Valid kinds: ${KINDS}. For example: ${EXAMPLE}`;
}
