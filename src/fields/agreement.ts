import { BIASES, type Bias } from '../vocabulary.ts';

/** The bias of a symbol or of a top play in a timeframe. */
export interface TimeframeBias {
  readonly timeframe: string;
  readonly bias: Bias | null;
}

/**
 * The timeframes of each bias, in the order of `BIASES`: `bullish in both`, `bullish in day, swing; bearish in scalp`. Empty if
 * no bias is known.
 */
export function describeAgreement(biases: ReadonlyArray<TimeframeBias>): string {
  const known = biases.filter(({ bias }) => bias !== null);
  const groups = BIASES.map((bias) => ({
    bias,
    timeframes: known.filter((one) => one.bias === bias).map(({ timeframe }) => timeframe),
  })).filter(({ timeframes }) => timeframes.length > 0);
  return groups
    .map(
      ({ bias, timeframes }) =>
        `${bias} in ${groups.length === 1 ? inAll(timeframes) : timeframes.join(', ')}`,
    )
    .join('; ');
}

/** The common bias; null if the known ones differ or none is known. */
export function sharedBias(biases: ReadonlyArray<{ readonly bias: Bias | null }>): Bias | null {
  const first = biases.find(({ bias }) => bias !== null)?.bias ?? null;
  return biases.every(({ bias }) => bias === null || bias === first) ? first : null;
}

function inAll(timeframes: ReadonlyArray<string>): string {
  if (timeframes.length === 1) return timeframes[0] ?? '';
  return timeframes.length === 2 ? 'both' : `all ${timeframes.length}`;
}
