import { createTheme } from '../../.bench/src/view/theme.js';
import { EMPTY_LOG } from '../../.bench/src/watch/frame-input.js';

/** What `renderFrame` draws; `input` has at least `known`, `remembered` and `state`. */
export function frameInput(input) {
  return {
    tabs: [],
    log: EMPTY_LOG,
    past: null,
    replay: null,
    timesBeside: { back: null, forward: null },
    typedTime: () => ({ problem: 'no snapshot yet' }),
    isFilterKnown: false,
    card: null,
    staleness: null,
    notice: '',
    nextPollSeconds: 60,
    ...input,
  };
}

/** How `renderFrame` draws it in a terminal of `size`. */
export function frameStyle(size) {
  return {
    size,
    theme: createTheme('classic', 2),
    columns: null,
    sortByPast: null,
    selection: {},
    limit: 10,
  };
}
