import type { Option } from 'commander';

/** The order of all options in help, manual page and completions, by the headings of their groups. */
const OPTION_GROUPS = {
  'Boards and rows': ['timeframe', 'limit', 'board', 'symbol', 'bias', 'min-boards', 'first'],
  Columns: ['sort', 'columns', 'wide', 'no-wide'],
  Time: ['at', 'from', 'since', 'interval'],
  End: ['count', 'until', 'for'],
  Recording: ['record', 'no-record'],
  'On changes': ['exec', 'bell', 'notify', 'on', 'cooldown'],
  Server: ['port', 'seed', 'recompute', 'latency', 'fault'],
  Key: ['no-verify'],
  Formats: ['json', 'csv', 'format', 'events', 'initial', 'plain', 'no-plain'],
  Service: ['sandbox', 'base-url', 'timeout', 'retries'],
  Colour: ['color', 'no-color', 'palette'],
  Messages: ['quiet', 'debug', 'help', 'version'],
} as const satisfies Record<string, ReadonlyArray<string>>;

const PLACES: ReadonlyMap<string, { readonly heading: string; readonly index: number }> = new Map(
  Object.entries(OPTION_GROUPS)
    .flatMap(([heading, names]) => names.map((name) => ({ heading, name })))
    .map(({ heading, name }, index) => [`--${name}`, { heading, index }]),
);

/** For `sort`. Throws for an option without a place, so that none is left out of the order. */
export function compareOptions(first: Option, second: Option): number {
  return placeOf(first).index - placeOf(second).index;
}

/** The heading of the group of an option, without a colon. */
export function headingOf(option: Option): string {
  return placeOf(option).heading;
}

function placeOf({ long, flags }: Option) {
  const place = PLACES.get(long ?? '');
  if (place === undefined) throw new Error(`${flags} has no place in the order of options`);
  return place;
}
