import type { Snapshot } from '../api/snapshot.ts';
import type { Clock } from '../context.ts';
import { SECOND_MS } from '../time-units.ts';
import type { Timeframe } from '../vocabulary.ts';
import { linkAbort } from './abort.ts';
import type { Feed } from './feed.ts';
import type { FeedEvent, SnapshotEvent } from './feed-event.ts';
import type { Replay } from './replay.ts';
import { createPlayer, type Player, type Recording } from './replay-player.ts';

/** Of snapshots that follow each other at once, the pane draws one of so many. */
const DRAWN_OF = 16;

export interface ReplayFeedOptions {
  readonly recording: Recording;
  readonly timeframes: ReadonlyArray<Timeframe>;
  /** Playing starts with the first snapshot at or after this time; those before it follow each other at once. */
  readonly from: number;
  /** One snapshot a second, to the end and beyond; false: as fast as they are read, then the feed ends. */
  readonly isPaced: boolean;
  readonly clock: Clock;
  /** Ends the feed. */
  readonly signal: AbortSignal;
}

/** A player, and what the user asked of it. */
interface Playing {
  readonly options: ReplayFeedOptions;
  readonly player: Player;
  paused: boolean;
  /** The next snapshot is played when this much time has passed on the monotonic clock. */
  dueAt: number;
  /** Timeframes of which one more snapshot was asked for. */
  readonly wanted: Array<Timeframe>;
  /** Ends the wait in progress; null if there is none. */
  endWait: (() => void) | null;
  /** Something was asked for while the feed did not wait. */
  isWoken: boolean;
  /** The number of snapshots that followed another one at once. */
  followers: number;
}

/** Plays a recording. Nothing is polled. The feed of a pane does not end at the end of the recording. */
export function createReplayFeed(options: ReplayFeedOptions): Feed & { readonly replay: Replay } {
  const { recording, timeframes, from, isPaced } = options;
  const playing: Playing = {
    options,
    player: createPlayer(recording, { timeframes, from, isFilling: isPaced }),
    paused: false,
    dueAt: Number.NEGATIVE_INFINITY,
    wanted: [],
    endWait: null,
    isWoken: false,
    followers: 0,
  };
  return {
    events: () => playInTurn(playing),
    setTimeframes(wanted) {
      playing.player.setTimeframes(wanted);
      wakeUp(playing);
    },
    pollNow: () => ({ type: 'replay' }),
    ask: () => ({ type: 'replay' }),
    isAsked: () => false,
    setPaused(paused) {
      playing.paused = paused;
      playing.dueAt = options.clock.monotonic();
      wakeUp(playing);
    },
    millisecondsToNextPoll: () => null,
    replay: replayOf(playing),
  };
}

function replayOf(playing: Playing): Replay {
  const { player, options } = playing;
  const { times } = options.recording;
  return {
    recorded: [...times.keys()],
    now: player.now,
    isAtEnd: player.isAtEnd,
    goingTo: player.goingTo,
    playOne(timeframe) {
      if (player.isAtEndOf(timeframe)) return false;
      playing.wanted.push(timeframe);
      wakeUp(playing);
      return true;
    },
    playTo(time) {
      player.advanceTo(time);
      wakeUp(playing);
    },
    placeOf: player.placeOf,
    endOf: (timeframe) => times.get(timeframe)?.at(-1) ?? null,
  };
}

async function* playInTurn(playing: Playing): AsyncGenerator<FeedEvent, void> {
  const { player, options } = playing;
  const { clock, signal, isPaced } = options;
  try {
    while (!signal.aborted) {
      playing.isWoken = false;
      if (await isNextDue(playing)) {
        const played = player.take();
        if (played === null) return;
        // A pane does not draw a snapshot that is followed at once. A stream needs no second one in memory.
        if (isPaced) await player.load();
        yield eventOf(played, playing);
        await giveWay(options);
      } else if (isPlaying(playing) && clock.monotonic() >= playing.dueAt) {
        player.advance();
        playing.dueAt = clock.monotonic() + SECOND_MS;
      } else {
        await wait(playing);
        yield { type: 'tick' };
      }
    }
  } finally {
    await player.close();
  }
}

/** True if the next snapshot follows at once: playing has reached a place beyond it, or one more was asked for. */
async function isNextDue({ player, options, wanted }: Playing): Promise<boolean> {
  await player.load();
  if (player.isBehind() || !options.isPaced) return true;
  const timeframe = wanted.shift();
  const next = timeframe === undefined ? null : player.timeAfter(timeframe);
  if (next !== null) player.advanceTo(next);
  return player.isBehind();
}

function eventOf(
  played: { readonly timeframe: Timeframe; readonly snapshot: Snapshot },
  playing: Playing,
): SnapshotEvent {
  const { player, options } = playing;
  // Only if the next one is known to follow: otherwise this one would never be drawn.
  const isFollowed = options.isPaced && player.isBehind() && ++playing.followers % DRAWN_OF !== 0;
  const isBeforeStart = (played.snapshot.asOfMilliseconds ?? options.from) < options.from;
  return {
    type: 'snapshot',
    ...played,
    previous: player.previousOf(played.timeframe),
    isSimulated: options.recording.isSimulated,
    isRecorded: true,
    ...(isFollowed ? { isFollowed } : {}),
    ...(isBeforeStart ? { isBeforeStart } : {}),
  };
}

/** So that keys and signals are heard between two snapshots that follow each other at once. */
async function giveWay({ isPaced, clock, signal }: ReplayFeedOptions): Promise<void> {
  if (isPaced) await clock.sleep(0, signal).catch(() => undefined);
  else await new Promise(setImmediate);
}

/** Waits for the next snapshot, a tick or a key. */
async function wait(playing: Playing): Promise<void> {
  if (playing.isWoken) return;
  const { clock, signal } = playing.options;
  const link = linkAbort(signal);
  playing.endWait = link.abort;
  const milliseconds = isPlaying(playing) ? Math.max(0, playing.dueAt - clock.monotonic()) : SECOND_MS;
  await clock.sleep(Math.min(SECOND_MS, milliseconds), link.signal).catch(() => undefined);
  playing.endWait = null;
  link.release();
}

function wakeUp(playing: Playing): void {
  playing.isWoken = true;
  playing.endWait?.();
}

function isPlaying({ paused, player }: Playing): boolean {
  return !paused && !player.isAtEnd();
}
