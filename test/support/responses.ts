import type { Transport, TransportResponse } from '../../src/context.ts';
import type { Timeframe } from '../../src/vocabulary.ts';
import { reply } from './world.ts';

/** What a service says to each timeframe: an answer, a body for a 200, or an Error that is thrown. */
export type Answers = Partial<Record<Timeframe, TransportResponse | Error | object>>;

/** A service that answers by timeframe, and with 503 to those that it was not told of. */
export function answersBy(answers: Answers): Transport {
  return async ({ url }) => {
    const timeframe = url.searchParams.get('timeframe') ?? '';
    const answer = Object.entries(answers).find(([name]) => name === timeframe)?.[1];
    if (answer instanceof Error) throw answer;
    if (answer === undefined) return reply(503, { error: 'not now' });
    return isResponse(answer) ? answer : reply(200, answer);
  };
}

function isResponse(answer: object): answer is TransportResponse {
  return 'status' in answer && 'headers' in answer;
}
