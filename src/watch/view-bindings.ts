import { closeTopmost, nextSince } from './key-actions.ts';
import type { KeyBinding } from './key-binding.ts';
import { openBoardList, openCard, openFilter, toggleHelp, toggleView, toggleZoom } from './view-actions.ts';

/** The keys that open, close and arrange views, in the order of footer and help. */
export const VIEW_BINDINGS: ReadonlyArray<KeyBinding> = [
  {
    keys: ['q'],
    label: 'q',
    help: 'back from help, card, log, confluence and zoom; else quit',
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
];
