import type { HelpSection } from '../view/pane-help.ts';
import type { FooterKey } from '../view/pane-layout.ts';
import { TIMEFRAMES } from '../vocabulary.ts';
import { KEY_BINDINGS } from './key-bindings.ts';
import { timeframesToPoll, type ViewState } from './state.ts';
import type { Viewport } from './viewport.ts';

const BACK: FooterKey = { label: 'q', word: 'back' };

const HELP: FooterKey = { label: '?', word: 'help' };

const CHOOSER_KEYS: ReadonlyArray<FooterKey> = [
  BACK,
  HELP,
  { label: 'space', word: 'show or hide' },
  { label: 'a', word: 'all or none' },
  { label: 'arrows', word: 'move' },
];

const HELP_KEYS: ReadonlyArray<FooterKey> = [
  BACK,
  { label: '?', word: 'close' },
  { label: 'arrows', word: 'scroll' },
];

/** The footer has `[` right after `s`: both are about older snapshots. The help has it among the keys about time. */
const FOOTER_BINDINGS = KEY_BINDINGS.flatMap((binding) => {
  if (binding.label === '[') return [];
  const step = binding.label === 's' ? KEY_BINDINGS.filter(({ label }) => label === '[') : [];
  return [binding, ...step];
});

/** In a replay, what is about time comes first, in every view. */
const REPLAY_BINDINGS = FOOTER_BINDINGS.filter(
  ({ isAboutTime, replay }) => isAboutTime !== true && replay !== null,
);

/** The keys that work in what is shown, the most important first. */
export function footerKeys(
  state: ViewState,
  { tiles, zoomableKeys, defaultSymbol, boardOf, timesBeside }: Viewport,
  since: string,
): ReadonlyArray<FooterKey> {
  if (state.mode === 'boards') return CHOOSER_KEYS;
  if (state.mode === 'help') return HELP_KEYS;
  if (state.card !== null) return cardKeys(state.card.symbol, state, boardOf);
  if (state.view !== 'boards' && state.zoom === null) return listKeys(state);
  const isZoomed = state.zoom !== null;
  // The footer names one key that closes, and without rows there is no board to zoom.
  const without = [
    ...(isZoomed || tiles.length === 0 ? ['z'] : []),
    ...(defaultSymbol === null ? ['Enter'] : []),
    ...(state.past !== null || timesBeside.back === null ? ['['] : []),
    ...(isZoomed ? ['q', '?'] : []),
    ...(hasOtherTimeframes(state) ? [] : ['1-5']),
  ];
  const bindings = state.recorded === null ? FOOTER_BINDINGS : REPLAY_BINDINGS;
  const bound = bindings.flatMap(({ label, footer }) =>
    footer === undefined || without.includes(label)
      ? []
      : [label === 's' ? sinceKey(state, since) : { label, word: wordOf(label, footer, state) }],
  );
  const others = bound.filter(({ isLasting }) => isLasting !== true);
  const lasting = bound.filter(({ isLasting }) => isLasting === true);
  const time = timeKeys(state);
  // In what is open above the boards, Esc closes that first.
  const live = state.past !== null && state.recorded === null ? [{ label: 'Esc', word: 'live' }] : [];
  if (!isZoomed) return [...others.slice(0, 2), ...lasting, ...live, ...time, ...others.slice(2)];
  const otherBoard = zoomableKeys.length > 1 ? [{ label: 'left right', word: 'other board' }] : [];
  return [BACK, HELP, ...lasting, ...otherBoard, ...time, ...others];
}

/** The keys of the log and the confluence view. */
function listKeys(state: ViewState): ReadonlyArray<FooterKey> {
  const { view, enteredOnly, pinnedOnly, pins } = state;
  const isLog = view === 'log';
  return [
    BACK,
    HELP,
    ...timeKeys(state),
    // What undoes a filter that is on stays longest.
    ...(isLog && pinnedOnly ? [{ label: 'p', word: 'all' }] : []),
    { label: '/', word: 'filter' },
    ...(isLog ? [{ label: 'f', word: enteredOnly ? 'all' : 'entered only' }] : []),
    ...(isLog && pins.length > 0 && !pinnedOnly ? [{ label: 'p', word: 'pins only' }] : []),
    { label: 'Enter', word: 'card' },
    isLog ? { label: 'c', word: 'confluence' } : { label: 'e', word: 'log' },
    ...(hasOtherTimeframes(state) ? [{ label: '1-5', word: 'timeframe' }] : []),
  ];
}

/** The keys of a card. */
function cardKeys(symbol: string, state: ViewState, boardOf: Viewport['boardOf']): ReadonlyArray<FooterKey> {
  const isPinned = state.pins.includes(symbol);
  const canAsk = state.recorded === null && timeframesToPoll(state).length < TIMEFRAMES.length;
  return [
    BACK,
    HELP,
    ...timeKeys(state),
    { label: '*', word: isPinned ? 'unpin' : 'pin' },
    { label: 'y', word: 'copy' },
    ...(canAsk ? [{ label: 'a', word: 'ask for other timeframes' }] : []),
    ...(hasOtherTimeframes(state) ? [{ label: 'Tab', word: 'timeframe' }] : []),
    ...(boardOf.has(symbol) ? [{ label: 'z', word: 'zoom its board' }] : []),
    { label: 'e', word: 'log' },
  ];
}

const TIME_KEYS: ReadonlyArray<FooterKey> = [
  { label: '[ ]', word: 'step' },
  { label: '@', word: 'time' },
];

/** The keys that move through time: where older data is shown, and always in a replay. */
function timeKeys({ past, paused, recorded }: ViewState): ReadonlyArray<FooterKey> {
  if (recorded === null) return past === null ? [] : TIME_KEYS;
  return [
    { label: 'space', word: paused ? 'play' : 'stop' },
    { label: '[ ]', word: 'step' },
    { label: '@', word: 'time' },
  ];
}

function hasOtherTimeframes({ recorded }: ViewState): boolean {
  return recorded === null || recorded.length > 1;
}

/** What marks are compared with has to be known for as long as that is not the snapshot before. */
function sinceKey({ since }: ViewState, text: string): FooterKey {
  return { label: 's', word: `since: ${text}`, short: text, isLasting: since !== 'last' };
}

/** What a key does now, where that depends on the state. */
function wordOf(label: string, word: string, { paused }: ViewState): string {
  return label === 'space' && paused ? 'resume' : word;
}

/** What every key does, live or in a replay. */
export function keyHelp(isReplay = false): HelpSection {
  const entries = KEY_BINDINGS.flatMap(({ label, help, replay = help }) => {
    const word = isReplay ? replay : help;
    return word === null ? [] : [{ label, word }];
  });
  return { title: 'Keys', entries };
}
