/** Why the feed does not poll a timeframe now, although the user requested it. */
export type PollRefusal =
  | { readonly type: 'paused' }
  /** A poll of the timeframe is in progress. */
  | { readonly type: 'polling' }
  /** The last poll started too recently. */
  | { readonly type: 'recent'; readonly secondsAgo: number }
  /** The service reported a rate limit, which ends in this many seconds. */
  | { readonly type: 'waiting'; readonly seconds: number }
  /** The feed does not poll the timeframe, or not yet. */
  | { readonly type: 'notPolled' }
  /** The feed plays a recording. */
  | { readonly type: 'replay' };

/** A few words for the footer of the pane. */
export function describeRefusal(refusal: PollRefusal): string {
  switch (refusal.type) {
    case 'paused':
      return 'paused; press space to resume';
    case 'polling':
      return 'polling now';
    case 'recent':
      return refusal.secondsAgo === 0 ? 'polled just now' : `polled ${refusal.secondsAgo} s ago`;
    case 'waiting':
      return `the service asked to wait ${refusal.seconds} s`;
    case 'notPolled':
      return 'not polled yet';
    case 'replay':
      return 'a replay sends no requests';
  }
}
