/** Declares only the members that the program uses, so that tests can collect the output in a string. */
export interface Output {
  /** Returns false if the text was queued because the reader is slow; a `drain` event follows. */
  write(text: string): boolean;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  on?(event: 'drain' | 'resize', listener: () => void): unknown;
  off?(event: 'drain' | 'resize', listener: () => void): unknown;
}

export interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean | undefined;
  setRawMode?(raw: boolean): unknown;
}
