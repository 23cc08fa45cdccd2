/** The world as a command sees it. main.ts builds the real one, test/support the fake one. */
export interface Context {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: Input;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** Undefined where the operating system knows none. */
  readonly homeDirectory: string | undefined;
  readonly clock: Clock;
  /** Chance, as `Math.random`: a number in [0, 1). Used for jitter only. */
  readonly random: () => number;
  readonly transport: Transport;
  /** Aborted when the program must end; `reason` is a `Stop`. */
  readonly signal: AbortSignal;
  /** What only a real process can do; tests give harmless ones. */
  readonly host: Host;
}

/** The least that a writer needs: process.stdout fits, so does a collector of strings. */
export interface Output {
  /** False when the reader is slow and the text was queued; `drained` tells when to go on. */
  write(text: string): boolean;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  on?(event: 'drain' | 'resize', listener: () => void): unknown;
  off?(event: 'drain' | 'resize', listener: () => void): unknown;
}

export interface Input extends AsyncIterable<string | Uint8Array> {
  readonly isTTY?: boolean | undefined;
  setRawMode?(raw: boolean): unknown;
  on?(event: 'data', listener: (chunk: string | Uint8Array) => void): unknown;
  off?(event: 'data', listener: (chunk: string | Uint8Array) => void): unknown;
  resume?(): unknown;
  pause?(): unknown;
}

export interface Clock {
  /** Milliseconds since 1970, as `Date.now`. It can jump. */
  now(): number;
  /** Milliseconds on a clock that never goes back, cannot be set, and goes on while the machine sleeps. */
  monotonic(): number;
  /** Resolves after the time, rejects with `signal.reason` when aborted first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export interface TransportRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** For the whole answer, connection and body included. */
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; a header given twice is joined with `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Decompressed. */
  readonly body: Uint8Array;
}

/** One request, one answer; follows no redirect. Throws NetworkError or BadResponseError. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

export interface Host {
  /** The version of the program, from its package. */
  readonly version: string;
  /** Stops what `scope` says, and resolves when the process goes on: soon, where no shell could continue it. */
  suspend(scope: SuspendScope): Promise<void>;
  /** Calls `listener` instead of stopping when somebody asks for that (SIGTSTP); returns how to end it. */
  onSuspendRequest(listener: () => void): () => void;
  /** Calls `listener` when the process goes on after a stop (SIGCONT); returns how to end it. */
  onContinue(listener: () => void): () => void;
  /** Ends a child that leads a process group, with all that it started. */
  killGroup(processId: number): void;
}

/** Ctrl-Z stops the whole process group, as a terminal does; a signal is for the process that gets it. */
export type SuspendScope = 'group' | 'process';

/** Why the program was asked to end: the abort reason of `Context.signal`. */
export interface Stop {
  readonly stop: NodeJS.Signals | 'closed-pipe';
}
