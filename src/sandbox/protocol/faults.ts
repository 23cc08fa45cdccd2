import { UsageError } from '../../errors.ts';
import { unexpected } from '../../quote.ts';
import { nearest } from '../../suggest.ts';

/** What a server can do to an answer on purpose. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'cut' | 'slow' | 'garbage' };

export interface FaultShare {
  readonly fault: Fault;
  /** Of all answers, 0 to 1. */
  readonly share: number;
}

const NAMED_KINDS = ['cut', 'slow', 'garbage'] as const;
const KINDS = `a status from 400 to 599, ${NAMED_KINDS.join(', ')}`;
const EXAMPLE = '--fault 503:0.1,cut:0.02';
/** Shares are decimal fractions, and 0.1 + 0.2 is a little more than 0.3. */
const ROUNDING = 1e-9;

/** Reads `503:0.1,cut:0.02`. Throws UsageError, which names the valid kinds, for anything else. */
export function parseFaults(text: string): ReadonlyArray<FaultShare> {
  const shares = text.split(',').map((part) => parseFault(part.trim(), text));
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  if (total > 1 + ROUNDING) {
    const sum = Number(total.toFixed(4));
    throw new UsageError(`the shares of --fault add up to ${sum}, more than 1`, { hint: hintFor() });
  }
  return shares;
}

/** The fault that a chance in [0, 1) falls on; undefined for the share of answers that are left alone. */
export function chooseFault(shares: ReadonlyArray<FaultShare>, chance: number): Fault | undefined {
  let below = 0;
  for (const { fault, share } of shares) {
    below += share;
    if (chance < below) return fault;
  }
  return undefined;
}

/** `whole`: the list that the part is from. */
function parseFault(part: string, whole: string): FaultShare {
  const [, kind, share] = /^([^:]*):(.*)$/.exec(part) ?? [];
  if (kind === undefined || share === undefined) {
    throw unexpected('--fault takes kind:share, not', part, hintFor(), whole);
  }
  if (!/^(\d{1,9}(\.\d{1,9})?|\.\d{1,9})$/.test(share) || Number(share) > 1) {
    throw unexpected('--fault takes shares from 0 to 1, not', share, hintFor(), whole);
  }
  return { fault: parseKind(kind, whole), share: Number(share) };
}

function parseKind(text: string, whole: string): Fault {
  const named = NAMED_KINDS.find((kind) => kind === text);
  if (named !== undefined) return { kind: named };
  if (/^[45]\d\d$/.test(text)) return { kind: 'status', status: Number(text) };
  throw unexpected('unknown fault', text, hintFor(nearest(text, NAMED_KINDS)), whole);
}

function hintFor(meant?: string): string {
  const question = meant === undefined ? '' : `Did you mean ${meant}? `;
  return `${question}Valid kinds: ${KINDS}. Example: ${EXAMPLE}`;
}
