import type { Environment } from './lib/environment.ts';
import type { Input, Output } from './lib/streams.ts';

/** Gives a command access to its environment. main.ts builds the real one, test/support a fake one. */
export interface Context {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: Input;
  readonly env: Environment;
  readonly platform: string;
  readonly homeDirectory: string | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly transport: Transport;
  /** Aborts when the program must end. The reason is a `Stop`, or an Error after a bug. */
  readonly signal: AbortSignal;
  readonly host: Host;
}

export interface Clock {
  /** Returns milliseconds since 1970. The value can jump when somebody sets the clock. */
  now(): number;
  /** Returns milliseconds of a clock that never goes back and continues while the machine sleeps. */
  monotonic(): number;
  /** Rejects with `signal.reason` if the signal is aborted first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export interface TransportRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Covers the connection and the whole response. */
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  /** Names are in lower case; the values of a repeated header are joined with `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The decompressed content. */
  readonly body: Uint8Array;
}

/** Sends one request and does not follow redirects. Throws NetworkError or BadResponseError. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Operations on the real process, which tests replace. */
export interface Host {
  readonly version: string;
  /** The version without a leading `v`. */
  readonly nodeVersion: string;
  /** Stops the process or its group. Resolves after SIGCONT, or at once if no shell could send SIGCONT. */
  suspend(scope: SignalScope): Promise<void>;
  /** Calls `listener` on SIGTSTP instead of stopping. Returns a function that removes the listener. */
  onSuspendRequest(listener: () => void): () => void;
  /** Calls `listener` on SIGCONT. Returns a function that removes the listener. */
  onContinue(listener: () => void): () => void;
  /** Opens the controlling terminal for keys while stdin is a pipe. The caller destroys the stream. */
  openKeyboard(): (Input & { destroy(): unknown }) | null;
  /** Starts a desktop program and leaves it running. Resolves to false if it fails within seconds. */
  startProgram(
    command: readonly [program: string, ...args: ReadonlyArray<string>],
    env: Environment,
  ): Promise<boolean>;
  /**
   * Kills a process group by its leader. On Windows, the leader must still run; its descendants are killed.
   */
  killGroup(processId: number): void;
}

/** For a key such as Ctrl-Z, use `group`: outside of raw mode, the terminal would also signal the whole group. */
export type SignalScope = 'group' | 'process';

/** The abort reason of `Context.signal`. `closed-pipe` means that the reader of stdout closed the pipe. */
export interface Stop {
  readonly stop: NodeJS.Signals | 'closed-pipe';
}
