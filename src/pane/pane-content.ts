import type { Clock } from '../context.ts';
import type { TerminalInput } from '../terminal/keyboard.ts';
import { toAscii } from '../text/ascii.ts';
import { paneWidth } from '../text/capabilities.ts';
import { screenStyle } from '../text/ctx.ts';
import type { PaintedLines } from '../text/lines.ts';
import { MINUTE_MS } from '../time.ts';
import { MAX_LIMIT, TIMEFRAMES } from '../vocabulary.ts';
import type { Feed } from '../watch/feed.ts';
import type { Watch } from '../watch/source.ts';
import { baselinesOf, type Press, visitAfter } from './baseline.ts';
import { renderFooter } from './footer.ts';
import { renderPaneHeader } from './header/pane-header.ts';
import { type AppliedInputs, applyInputs, settle } from './input.ts';
import { keysOf } from './keys.ts';
import { renderPrompt } from './prompts.ts';
import { pageOf } from './scroll.ts';
import { boardsToRender } from './shown-boards.ts';
import { openedOf } from './state.ts';
import { createTimeframes, type ShownData } from './timeframes.ts';
import type { Front, PaneState, Shown, View } from './view.ts';
import { TILES } from './views/tiles.ts';

export type PaneContent = ReturnType<typeof createPaneContent>;

/**
 * What the pane shows: data, the state that keys change, and the frame that both make. `base` is the view that is always open,
 * below the others.
 */
export function createPaneContent({ source, request, context }: Watch, feed: Feed, base: View = TILES) {
  const { stdout, env, clock: live } = context;
  const screen = screenStyle(request.style, stdout, env);
  const { player } = feed;
  const { selection, columns } = request;
  const limit = selection.limit ?? MAX_LIMIT;
  // In a replay, the time is that of its newest snapshot.
  const clock = player === null ? live : { ...live, now: player.now };
  const timeframes = createTimeframes(source.intervalSeconds, selection, clock);
  const notice = createNotice(clock);
  const isNotifying = request.notify === true || request.bell === true || request.exec !== undefined;
  let recording: ReadonlyArray<string> = [];
  let lostMilliseconds = 0;
  let last: Press = { at: clock.now(), asOf: null };
  let pane: PaneState = {
    // `-t all` opens on the timeframe that most users want.
    timeframe: source.timeframes.length === TIMEFRAMES.length ? 'day' : (source.timeframes[0] ?? 'day'),
    timeframes: source.timeframes,
    available: player === null ? TIMEFRAMES : [...player.times.keys()],
    isReplay: player !== null,
    paused: false,
    baseline: request.baseline,
    baselines: baselinesOf(request.baseline, player !== null),
    visit: { ...last, pause: 0 },
    pastAt: null,
    filter: '',
    pins: request.pins,
    notifiesOfPins: false,
    hiddenBoards: {},
    prompt: null,
    isLeaving: false,
    stack: [{ view: base, scroll: 0, selected: null }],
  };
  let frame: Frame | null = null;
  const drawFrame = (shown: PaneState) => renderFrame(inputOf(shown));
  const drawSettled = (shown: PaneState, before: Frame | null): Frame => {
    const now = drawFrame(shown);
    const settled = settle(before, now);
    return settled === shown ? now : drawSettled(settled, now);
  };
  const toScreen = (lines: PaintedLines) => (screen.ascii ? lines.map(toAscii) : lines);
  return {
    timeframes,
    notice,
    /** Whether the last snapshot that was to be recorded was: null, or the milliseconds from the first one that was not. */
    setLost(lost: number | null) {
      recording = [lost === null ? 'rec' : '! not recorded'];
      lostMilliseconds = lost ?? 0;
    },
    state: () => pane,
    /** Applies the inputs of one read, and returns the effects that they request; null if they change nothing. */
    apply(inputs: ReadonlyArray<TerminalInput>): AppliedInputs | null {
      const before = pane;
      const { snapshot } = timeframes.get(pane.timeframe);
      const now = { at: clock.now(), asOf: snapshot?.asOfMilliseconds ?? null };
      const visit = visitAfter(pane, last, now);
      last = now;
      if (visit !== pane.visit) pane = { ...pane, visit };
      const applied = applyInputs(pane, inputs, (shown) =>
        frame?.pane === shown ? frame : drawFrame(shown),
      );
      pane = applied.pane;
      return pane === before && applied.effects.length === 0 ? null : applied;
    },
    /** Renders the frame of the present data and state. */
    render(): PaintedLines {
      if (pane.pastAt === null) timeframes.markShown(pane.timeframe);
      frame = drawSettled(pane, frame);
      pane = frame.pane;
      if (frame.message !== '') notice.begin();
      return toScreen(frame.drawn);
    },
    /** Whether a tick changes the frame: a notice may end, data becomes stale, or its age, which is said in minutes, another one. */
    changesWithTime(): boolean {
      if (frame === null || frame.message !== '') return true;
      const staleness = timeframes.staleness(pane.timeframe);
      const asOf = frame.snapshot?.asOfMilliseconds ?? 0;
      const minutesAt = (time: number) => Math.floor((time - asOf) / MINUTE_MS);
      const isOlder = minutesAt(clock.now()) !== minutesAt(frame.ctx.nowMilliseconds);
      return staleness !== frame.staleness || (staleness !== null && isOlder);
    },
    /** What stays on the main screen when the pane closes. */
    remainingLines(): PaintedLines {
      // Without the footer and blank lines above it.
      const lines = frame?.drawn.slice(0, -1) ?? [];
      return toScreen(lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1));
    },
  };

  function inputOf(shown: PaneState): Shown {
    const data = timeframes.shown(shown);
    const milliseconds = feed.millisecondsToNextPoll(shown.timeframe);
    const notifying = isNotifying || (shown.notifiesOfPins && shown.pins.length > 0) ? ['notify'] : [];
    return {
      ...data,
      pane: shown,
      boards: boardsToRender(data, shown, { selection, limit }),
      timeframes,
      feed,
      ctx: { ...screen, width: paneWidth(stdout.columns), nowMilliseconds: clock.now() },
      rows: stdout.rows || 24,
      columns,
      selection,
      limit,
      position: positionOf(shown, data),
      staleness: timeframes.staleness(shown.timeframe),
      nextPollAt: milliseconds === null ? null : clock.now() + milliseconds,
      marks: [...(shown.paused && player === null ? ['paused'] : notifying), ...recording],
      lostMilliseconds,
      message: notice.text(shown.prompt !== null || openedOf(shown).view.isModal === true),
      now: clock.now,
      lines: 0,
    };
  }

  /** Where what is shown is in memory, or in the recording with what the replay does. */
  function positionOf({ timeframe, paused }: PaneState, data: ShownData): Shown['position'] {
    const { known, isPast, snapshot, remembered } = data;
    if (player === null) {
      if (!isPast) return null;
      const { asOf, position, count } = remembered;
      const isBefore = known.firstAsOf !== null && asOf < known.firstAsOf;
      return { asOf, position, count, isRecorded: isBefore && source.isPastRecorded };
    }
    const asOf = (isPast ? remembered.asOf : snapshot?.asOfMilliseconds) ?? player.now();
    const times = player.times.get(timeframe) ?? [];
    const status = player.isAtEnd() ? 'end' : paused ? 'stopped' : 'playing';
    return {
      asOf,
      position: times.findLastIndex((time) => time <= asOf) + 1,
      count: times.length,
      isRecorded: true,
      status: isPast ? null : status,
      today: Math.max(live.now(), player.now()),
    };
  }
}

interface Frame extends Front {
  readonly drawn: PaintedLines;
}

/** Draws the whole pane: exactly as many lines as the terminal has. */
function renderFrame(input: Shown): Frame {
  const { pane, rows } = input;
  const header = renderPaneHeader(input);
  const pageLines = Math.max(1, rows - header.length - 1);
  const shown: Shown = { ...input, lines: pageLines };
  const opened = openedOf(pane);
  const body = opened.view.draw(shown, opened);
  const page = pageOf(body.lines.length, body.starts, pageLines, opened.scroll);
  const front: Front = { ...shown, opened, body, page };
  const visible = body.lines.slice(page.scroll, page.scroll + pageLines);
  const blank = Array.from({ length: pageLines - visible.length }, () => '');
  const footer = pane.prompt === null ? renderFooter(front, keysOf(opened.view)) : renderPrompt(front);
  const above = [...header, ...visible, ...blank].slice(0, Math.max(0, rows - 1));
  return { ...front, drawn: [...above, footer].slice(-rows) };
}

const NOTICE_MS = 4000;

/** A short text shown in the footer for four seconds, or until a key does something. */
function createNotice(clock: Clock) {
  let shown = '';
  /** Null until it is shown. */
  let until: number | null = null;
  return {
    set(text: string) {
      shown = text;
      until = null;
    },
    /** Ends it, if it was shown. */
    end() {
      if (until !== null) shown = '';
    },
    /** Empty once the notice has expired, and while it has to wait. */
    text(isWaiting: boolean): string {
      if (until !== null && clock.monotonic() >= until) shown = '';
      return isWaiting ? '' : shown;
    },
    /** It is shown: the four seconds count. */
    begin() {
      until ??= clock.monotonic() + NOTICE_MS;
    },
  };
}
