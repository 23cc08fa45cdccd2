import type { Transport, TransportResponse } from '../../src/context.ts';
import type { Timeframe } from '../../src/market/catalogue.ts';

/** Sends text as HTML, and any other body as JSON. */
export function responseOf(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): TransportResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers },
    body: new TextEncoder().encode(text),
  };
}

/** Returns the responses in turn, then repeats the last one. An Error is thrown. */
export function transportOf(...responses: ReadonlyArray<TransportResponse | Error>): Transport {
  let next = 0;
  return async () => {
    const response = responses[Math.min(next++, responses.length - 1)];
    if (response === undefined) throw new Error('the test has no response');
    if (response instanceof Error) throw response;
    return response;
  };
}

/** A plain object is the body of a 200, and an Error is thrown. */
export type TimeframeResponses = Partial<Record<Timeframe, TransportResponse | Error | object>>;

/** Responds with 503 to a timeframe without a response. */
export function transportByTimeframe(responses: TimeframeResponses): Transport {
  return async ({ url }) => {
    const timeframe = url.searchParams.get('timeframe') ?? '';
    const response = Object.entries(responses).find(([name]) => name === timeframe)?.[1];
    if (response instanceof Error) throw response;
    if (response === undefined) return responseOf(503, { error: 'not now' });
    return isResponse(response) ? response : responseOf(200, response);
  };
}

function isResponse(response: object): response is TransportResponse {
  return 'status' in response && 'headers' in response;
}
