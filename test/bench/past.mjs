import { createService, SANDBOX_KEY } from '../../.bench/src/sandbox/service.js';
import { decodeSnapshot } from '../../.bench/src/service/snapshot.js';

/** The simulated market is still closed at this time. */
export const START = Date.UTC(2026, 5, 3, 12, 0);

const service = createService({ seed: 1, recomputeSeconds: 60 });

export function snapshotAt(timeframe, milliseconds) {
  const request = {
    method: 'GET',
    url: `/api/v1/boards?timeframe=${timeframe}&limit=10`,
    headers: { 'x-api-key': SANDBOX_KEY },
  };
  return decodeSnapshot(JSON.parse(service.handle(request, milliseconds).body), timeframe);
}
