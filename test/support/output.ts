/** The lines of an output that are not empty. */
export function linesOf(text: string): ReadonlyArray<string> {
  return text.split('\n').filter((line) => line !== '');
}

/** How often an output rings the bell. */
export function bellsIn(text: string): number {
  return text.split('\x07').length - 1;
}
