import type { Snapshot } from '../api/snapshot.ts';
import type { Clock } from '../context.ts';
import type { Timeframe } from '../vocabulary.ts';
import { linkAbort } from './abort.ts';
import type { Feed } from './feed.ts';
import type { SnapshotEvent } from './feed-event.ts';
import type { Replay } from './replay.ts';
import { createPlayer, type Recording } from './replay-player.ts';

const SECOND = 1000;
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

/** Plays a recording. Nothing is polled. The feed of a pane does not end at the end of the recording. */
export function createReplayFeed(options: ReplayFeedOptions): Feed & { readonly replay: Replay } {
  const { recording, clock, signal, isPaced, from } = options;
  const player = createPlayer(recording, { timeframes: options.timeframes, from, isFilling: isPaced });
  const { isSimulated } = recording;
  let paused = false;
  /** The next snapshot is played when this much time has passed on the monotonic clock. */
  let dueAt = Number.NEGATIVE_INFINITY;
  let wake: (() => void) | null = null;
  /** Something was asked for while the feed did not wait. */
  let isWoken = false;
  /** Timeframes of which one more snapshot was asked for. */
  const wanted: Array<Timeframe> = [];
  const wakeUp = () => {
    isWoken = true;
    wake?.();
  };

  /** Waits for the next snapshot, a tick or a key. */
  async function wait(): Promise<void> {
    if (isWoken) return;
    const link = linkAbort(signal);
    wake = link.abort;
    const isPlaying = !paused && !player.isAtEnd();
    const milliseconds = isPlaying ? Math.max(0, dueAt - clock.monotonic()) : SECOND;
    await clock.sleep(Math.min(SECOND, milliseconds), link.signal).catch(() => undefined);
    wake = null;
    link.release();
  }

  /** So that keys and signals are heard between two snapshots that follow each other at once. */
  async function turn(): Promise<void> {
    if (isPaced) await clock.sleep(0, signal).catch(() => undefined);
    else await new Promise(setImmediate);
  }

  /** True if the next snapshot follows at once: playing has reached a place beyond it, or one more was asked for. */
  async function isNextDue(): Promise<boolean> {
    await player.load();
    if (player.isBehind() || !isPaced) return true;
    const timeframe = wanted.shift();
    const next = timeframe === undefined ? null : player.timeAfter(timeframe);
    if (next !== null) player.advanceTo(next);
    return player.isBehind();
  }

  let burst = 0;
  function eventOf(played: { readonly timeframe: Timeframe; readonly snapshot: Snapshot }): SnapshotEvent {
    const previous = player.previousOf(played.timeframe);
    // Only if the next one is known to follow: otherwise nothing would draw this one.
    const isFollowed = isPaced && player.isBehind() && ++burst % DRAWN_OF !== 0;
    return {
      type: 'snapshot',
      ...played,
      previous,
      isSimulated,
      isRecorded: true,
      ...(isFollowed ? { isFollowed } : {}),
    };
  }

  return {
    async *events() {
      try {
        while (!signal.aborted) {
          isWoken = false;
          if (await isNextDue()) {
            const played = player.take();
            if (played === null) return;
            // Read ahead only for who draws: a decoded snapshot more takes memory.
            if (isPaced) await player.load();
            yield eventOf(played);
            await turn();
          } else if (!paused && !player.isAtEnd() && clock.monotonic() >= dueAt) {
            player.advance();
            dueAt = clock.monotonic() + SECOND;
          } else {
            await wait();
            yield { type: 'tick' };
          }
        }
      } finally {
        await player.close();
      }
    },
    setTimeframes(timeframes) {
      player.setTimeframes(timeframes);
      wakeUp();
    },
    pollNow: () => ({ type: 'replay' }),
    ask: () => ({ type: 'replay' }),
    isAsked: () => false,
    setPaused(next) {
      paused = next;
      dueAt = clock.monotonic();
      wakeUp();
    },
    millisecondsToNextPoll: () => null,
    replay: {
      recorded: [...recording.times.keys()],
      now: player.now,
      isAtEnd: player.isAtEnd,
      goingTo: player.goingTo,
      playOne(timeframe) {
        if (player.isAtEndOf(timeframe)) return false;
        wanted.push(timeframe);
        wakeUp();
        return true;
      },
      playTo(time) {
        player.advanceTo(time);
        wakeUp();
      },
      placeOf: player.placeOf,
      endOf: (timeframe) => recording.times.get(timeframe)?.at(-1) ?? null,
    },
  };
}
