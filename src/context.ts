import type { Environment } from './lib/environment.ts';
import type { Input, Output } from './lib/streams.ts';

/** Everything that a command may use of its environment. main.ts builds the real context, test/support a fake one. */
export interface Context {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: Input;
  readonly env: Environment;
  readonly platform: string;
  /** Undefined if the operating system reports none. */
  readonly homeDirectory: string | undefined;
  readonly clock: Clock;
  /** Like `Math.random`. Used for jitter only. */
  readonly random: () => number;
  readonly transport: Transport;
  /** Aborted when the program must end. The reason is a `Stop`, or the Error of a bug. */
  readonly signal: AbortSignal;
  readonly host: Host;
}

export interface Clock {
  /** Like `Date.now`. It can jump when the user or the system sets the clock. */
  now(): number;
  /** Milliseconds on a clock that cannot be set, never goes back, and continues while the machine sleeps. */
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
  /** Decompressed. */
  readonly body: Uint8Array;
}

/** Sends one request and does not follow redirects. Throws NetworkError or BadResponseError. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Operations on the real process, which tests replace. */
export interface Host {
  /** The version in package.json. */
  readonly version: string;
  /** The version of Node, without a `v`. */
  readonly nodeVersion: string;
  /** Stops the process or its group like Ctrl-Z. Resolves when it is continued; at once if no shell could continue it. */
  suspend(scope: SignalScope): Promise<void>;
  /** Calls `listener` on SIGTSTP instead of stopping the process. Returns a function that removes the listener. */
  onSuspendRequest(listener: () => void): () => void;
  /** Calls `listener` on SIGCONT. Returns a function that removes the listener. */
  onContinue(listener: () => void): () => void;
  /** Opens the terminal of the process, for keys while stdin is none. Null if there is none; the caller destroys it. */
  openKeyboard(): (Input & { destroy(): unknown }) | null;
  /**
   * Starts a program that shows something on the desktop, without a shell, and leaves it running. Resolves to false if it cannot be
   * started, or fails within seconds.
   */
  startProgram(
    command: readonly [program: string, ...args: ReadonlyArray<string>],
    env: Environment,
  ): Promise<boolean>;
  /** Kills a process group by the process id of its leader; on Windows a process, which must not have ended, and its descendants. */
  killGroup(processId: number): void;
}

/** `group`: a key was pressed, so the whole process group gets the signal, as from a terminal. `process`: only this process. */
export type SignalScope = 'group' | 'process';

/** The abort reason of `Context.signal`. `closed-pipe` means that the reader of stdout has closed it. */
export interface Stop {
  readonly stop: NodeJS.Signals | 'closed-pipe';
}
