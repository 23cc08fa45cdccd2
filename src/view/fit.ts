import { displayWidth } from './safe-text.ts';

/** The first text that fits the width, or the last one, which is then to be cut. */
export function fitText(width: number, ...texts: ReadonlyArray<string>): string {
  return texts.find((text) => displayWidth(text) <= width) ?? texts.at(-1) ?? '';
}
