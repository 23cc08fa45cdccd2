import type { Context, Stop } from '../context.ts';
import type { LiveTerminal } from '../terminal/live-terminal.ts';
import { paneWidth } from '../view/pane-width.ts';
import { cleanText, clip } from '../view/safe-text.ts';
import { TIMEFRAMES } from '../vocabulary.ts';
import { clipboardText } from './clipboard-text.ts';
import type { Feed } from './feed.ts';
import type { PaneContent } from './pane-content.ts';
import { describeRefusal } from './poll-refusal.ts';
import { shownData } from './shown-data.ts';
import { describeSince } from './since-text.ts';
import { type Effect, timeframesToPoll, type ViewState } from './state.ts';

/** What keys can do beyond changing the state. */
export interface Reach {
  readonly content: Pick<PaneContent, 'state' | 'notice' | 'timeframes'>;
  readonly feed: Feed;
  readonly terminal: Pick<LiveTerminal, 'suspend' | 'copy'>;
  readonly stdout: Context['stdout'];
  /** Ends the pane: as the signal that a key stands for, or null for `q`. */
  exit(reason: Stop | null): void;
}

type CarryOut = (detail: string) => void;

/** Carries out each effect, with the detail that its step has. */
export function createEffects(reach: Reach): Readonly<Record<Effect, CarryOut>> {
  return { ...feedEffects(reach), ...terminalEffects(reach), ...noticeEffects(reach) };
}

function feedEffects({ content: { state, notice }, feed }: Reach) {
  const { replay } = feed;
  return {
    poll() {
      const refusal = feed.pollNow(state().timeframe);
      if (refusal !== null) notice.set(describeRefusal(refusal));
    },
    pause() {
      // Also removes a notice about the pause, which is no longer true.
      const isAtEnd = replay?.isAtEnd() === true && state().past === null;
      notice.set(isAtEnd ? 'the end of the recording' : '');
      feed.setPaused(state().paused);
    },
    ask: () => notice.set(askOthers(state(), feed)),
    timeframe: () => feed.setTimeframes(timeframesToPoll(state())),
    'play-one'() {
      feed.setPaused(true);
      if (replay?.playOne(state().timeframe) === false) notice.set('the end of the recording');
    },
    'play-to': (time) => replay?.playTo(Number(time)),
  } satisfies Partial<Record<Effect, CarryOut>>;
}

function terminalEffects({ content: { notice }, terminal, exit }: Reach) {
  return {
    quit: () => exit(null),
    interrupt: () => exit({ stop: 'SIGINT' }),
    abort: () => exit({ stop: 'SIGQUIT' }),
    suspend: () => void terminal.suspend(),
    copy(symbol) {
      const text = clipboardText(symbol);
      const isSent = text !== null && terminal.copy(text);
      notice.set(isSent ? `${text} sent to the terminal` : 'this symbol cannot be copied');
    },
  } satisfies Partial<Record<Effect, CarryOut>>;
}

/** From this width, the footer always has room for what `s` compares with. */
const MIN_WIDTH_OF_SINCE = 110;

/** These say what a key did, or why it did nothing. */
function noticeEffects({ content: { state, notice, timeframes }, stdout }: Reach) {
  return {
    since() {
      if (paneWidth(stdout.columns) >= MIN_WIDTH_OF_SINCE) return;
      const { known, remembered } = shownData(state(), timeframes);
      const newest = known.snapshot?.asOfMilliseconds ?? null;
      notice.set(describeSince(state().since, remembered.comparison, newest));
    },
    'not-listed': (where) => notice.set(`on no board of ${where}`),
    gone: (text) => notice.set(text),
    'no-symbol': () => notice.set('no symbol here'),
    pinned: (symbol) => notice.set(`${shortName(symbol)} pinned for this run`),
    unpinned: (symbol) => notice.set(`${shortName(symbol)} unpinned`),
    oldest: () => notice.set('no older snapshot in memory'),
    'no-such-time': (problem) => notice.set(problem),
    'not-recorded': (timeframe) => notice.set(`${timeframe} is not recorded`),
  } satisfies Partial<Record<Effect, CarryOut>>;
}

/** So that a long symbol leaves room for what happened to it. */
function shortName(symbol: string): string {
  return clip(cleanText(symbol), 16);
}

/** Asks for the timeframes that are not polled. Returns what to say about it; empty if the card says it. */
function askOthers(state: ViewState, feed: Feed): string {
  if (state.recorded !== null) return describeRefusal({ type: 'replay' });
  const polled = timeframesToPoll(state);
  const others = TIMEFRAMES.filter((timeframe) => !polled.includes(timeframe));
  if (others.length === 0) return 'all timeframes are polled';
  const refusal = feed.ask(others);
  return refusal === null ? '' : describeRefusal(refusal);
}
