import type { ViewInput } from '../view.ts';

/** The newest data in one word, whatever older snapshot is shown. */
export function dataStateOf({ newest, pane, status }: ViewInput) {
  if (newest.failure?.code === 'auth') return 'refused';
  if (newest.snapshot === null) return 'waiting';
  if (pane.paused) return 'paused';
  if (status.staleness !== null) return '! stale';
  return newest.completed?.session === 'closed' ? 'closed' : 'live';
}
