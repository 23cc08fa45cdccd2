import { TIMEFRAMES } from '../vocabulary.ts';
import {
  type Action,
  closeTopmost,
  moveSelectedRow,
  nextSince,
  nextTimeframe,
  scrollPage,
  scrollToEnd,
  showTimeframeOfDigit,
} from './key-actions.ts';
import { askOthers, copySymbol, togglePin } from './symbol-actions.ts';
import { goLive, openTimePrompt, stepBack, stepForward } from './time-actions.ts';
import {
  filterLog,
  openBoardList,
  openCard,
  openFilter,
  toggleHelp,
  toggleTopPlay,
  toggleView,
  toggleWide,
  toggleZoom,
} from './view-actions.ts';

export interface KeyBinding {
  readonly keys: ReadonlyArray<string>;
  /** How the footer and the help show the keys. */
  readonly label: string;
  /** The description in the help. */
  readonly help: string;
  /** The description in the footer; without it, the footer does not show the keys. */
  readonly footer?: string;
  /** True if the keys work in the help too. */
  readonly worksInHelp?: boolean;
  /** True if the keys do nothing in a card, the log and the confluence view. */
  readonly isForBoards?: boolean;
  readonly action: Action;
}

/** The keys of the pane, in the order of footer and help, which are generated from this table. */
export const KEY_BINDINGS: ReadonlyArray<KeyBinding> = [
  {
    keys: ['q'],
    label: 'q',
    help: 'back from help, card, log, confluence, zoom and top play; else quit',
    footer: 'quit',
    worksInHelp: true,
    action: closeTopmost,
  },
  {
    keys: ['?'],
    label: '?',
    help: 'this help',
    footer: 'help',
    worksInHelp: true,
    action: toggleHelp,
  },
  {
    keys: ['/'],
    label: '/',
    help: 'filter symbols',
    footer: 'filter',
    action: openFilter,
  },
  {
    keys: ['enter'],
    label: 'Enter',
    help: 'card of the selected symbol, or the top play; after / of the ticker typed',
    footer: 'card',
    action: openCard,
  },
  {
    keys: ['z'],
    label: 'z',
    help: 'zoom the board of the selected row or symbol, or the first one: all columns and ranks',
    footer: 'zoom',
    action: toggleZoom,
  },
  {
    keys: ['w'],
    label: 'w',
    help: 'wide: all columns, one board a row; or tiles',
    footer: 'wide',
    action: toggleWide,
  },
  {
    keys: ['e'],
    label: 'e',
    help: 'log: what entered, left and changed, newest first',
    footer: 'log',
    action: toggleView('log'),
  },
  {
    keys: ['c'],
    label: 'c',
    help: 'all symbols by the number of boards that they are on',
    footer: 'confluence',
    action: toggleView('confluence'),
  },
  {
    keys: ['s'],
    label: 's',
    isForBoards: true,
    help: 'compare with the snapshot before, 5 min, 15 min or 1 h ago, or with the first one',
    footer: 'since',
    action: nextSince,
  },
  {
    keys: ['b'],
    label: 'b',
    isForBoards: true,
    help: 'choose the boards of this timeframe',
    footer: 'boards',
    action: openBoardList,
  },
  {
    keys: ['t'],
    label: 't',
    help: 'only the top play, with all its reasons',
    footer: 'top',
    action: toggleTopPlay,
  },
  {
    keys: [' '],
    label: 'space',
    help: 'pause or resume',
    footer: 'pause',
    action: (state) => ({ state: { ...state, paused: !state.paused }, effect: 'pause' }),
  },
  {
    keys: ['r'],
    label: 'r',
    help: 'poll now',
    footer: 'poll',
    action: (state) => ({ state, effect: 'poll' }),
  },
  {
    keys: ['[', ','],
    label: '[',
    help: 'or , : step back to the snapshot before, as it was then',
    footer: 'step back',
    action: stepBack,
  },
  {
    keys: [']', '.'],
    label: ']',
    help: 'or . : the snapshot after it; the newest is live again',
    action: stepForward,
  },
  {
    keys: ['@'],
    label: '@',
    help: 'the snapshot of a time: 10:15, or 15m ago',
    action: openTimePrompt,
  },
  {
    keys: ['0'],
    label: '0',
    help: 'back to live data',
    action: goLive,
  },
  {
    keys: ['1', '2', '3', '4', '5'],
    label: '1-5',
    help: `timeframe: ${TIMEFRAMES.join(', ')}`,
    footer: 'timeframe',
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
