import { TIMEFRAMES } from '../vocabulary.ts';
import {
  closeTopmost,
  moveSelectedRow,
  nextTimeframe,
  scrollPage,
  scrollToEnd,
  showTimeframeOfDigit,
} from './key-actions.ts';
import type { KeyBinding } from './key-binding.ts';
import { askOthers, copySymbol, togglePin } from './symbol-actions.ts';
import { openTimePrompt, stepBack, stepForward, togglePause } from './time-actions.ts';
import { filterLog } from './view-actions.ts';
import { VIEW_BINDINGS } from './view-bindings.ts';

/** The keys of the pane, in the order of footer and help, which are generated from this table. */
export const KEY_BINDINGS: ReadonlyArray<KeyBinding> = [
  ...VIEW_BINDINGS,
  {
    keys: [' '],
    label: 'space',
    help: 'pause or resume',
    footer: 'pause',
    replay: 'play or stop',
    isAboutTime: true,
    action: togglePause,
  },
  {
    keys: ['r'],
    label: 'r',
    help: 'poll now',
    footer: 'poll',
    replay: null,
    action: (state) => ({ state, effect: 'poll' }),
  },
  {
    keys: ['[', ','],
    label: '[',
    help: 'or , : step back to the snapshot before, as it was then',
    footer: 'step back',
    replay: 'or , : stop, and step back to the snapshot before',
    isAboutTime: true,
    action: stepBack,
  },
  {
    keys: [']', '.'],
    label: ']',
    help: 'or . : the snapshot after it; the newest is live again',
    replay: 'or . : the snapshot after it; after the newest, play one more',
    action: stepForward,
  },
  {
    keys: ['@'],
    label: '@',
    help: 'the snapshot of a time: 10:15, or 15m ago',
    replay: 'the snapshot of a time of the recording: 10:15, or 15m before its end',
    action: openTimePrompt,
  },
  {
    keys: ['1', '2', '3', '4', '5'],
    label: '1-5',
    help: `timeframe: ${TIMEFRAMES.join(', ')}`,
    footer: 'timeframe',
    replay: `timeframe, if it is recorded: ${TIMEFRAMES.join(', ')}`,
    action: showTimeframeOfDigit,
  },
  {
    keys: ['tab', 'shift-tab'],
    label: 'Tab',
    help: 'next timeframe; Shift-Tab: the previous one',
    action: nextTimeframe,
  },
  {
    keys: ['*'],
    label: '*',
    help: 'pin the symbol for this run, or unpin it; lasting pins: boards config set pins NVDA,AMD',
    action: togglePin,
  },
  {
    keys: ['y'],
    label: 'y',
    help: 'copy the symbol (OSC 52; the terminal may not allow it)',
    action: copySymbol,
  },
  {
    keys: ['a'],
    label: 'a',
    help: 'in the card: ask once for the timeframes that are not polled',
    replay: null,
    action: askOthers,
  },
  {
    keys: ['f'],
    label: 'f',
    help: 'in the log: only symbols that entered a board',
    action: filterLog((state) => ({ ...state, enteredOnly: !state.enteredOnly })),
  },
  {
    keys: ['p'],
    label: 'p',
    help: 'in the log: only pinned symbols',
    action: filterLog((state) => ({ ...state, pinnedOnly: !state.pinnedOnly })),
  },
  {
    keys: ['down', 'up', 'right', 'left', 'j', 'k', 'l', 'h'],
    label: 'arrows',
    help: 'or k j h l: select a row; in help and card, scroll',
    worksInHelp: true,
    action: moveSelectedRow,
  },
  {
    keys: ['pagedown', 'pageup'],
    label: 'PgDn PgUp',
    help: 'scroll a page',
    worksInHelp: true,
    action: scrollPage,
  },
  {
    keys: ['g', 'home', 'G', 'end'],
    label: 'g G',
    help: 'or Home, End: scroll to the first or the last page',
    worksInHelp: true,
    action: scrollToEnd,
  },
  {
    keys: ['escape'],
    label: 'Esc',
    help: 'close, then leave the past, then unselect the row, then clear the filter',
    worksInHelp: true,
    action: closeTopmost,
  },
];
