import type { Context } from '../context.ts';
import { renderJson } from '../view/json.ts';
import { wrapWords } from '../view/prose.ts';
import type { Loaded } from './load.ts';
import type { DataOptions } from './options.ts';
import type { ScreenStyle } from './screen-style.ts';
import type { Session } from './session.ts';

export interface Writing {
  readonly options: DataOptions;
  readonly session: Session;
  readonly context: Context;
}

/** JSON on stdout, indented for a person. */
export function writeJson(value: unknown, writing: Writing): void {
  writeData(renderJson(value, writing.context.stdout.isTTY === true), writing);
}

/** Data for a machine on stdout, as it is. */
export function writeData(text: string, { session, context }: Writing): void {
  noteSandbox(session);
  context.stdout.write(text);
}

/** The one value, or all of them when several timeframes were asked for. */
export function perTimeframe(values: ReadonlyArray<unknown>, { settings }: Session): unknown {
  return settings.timeframes.value.length > 1 ? values : values[0];
}

/** Machine formats carry no label, so that stderr does, with `--quiet` too; to be called once data has arrived. */
export function noteSandbox(session: Session): void {
  if (session.sandbox) session.label('SANDBOX: simulated data');
}

/** Pages of lines on stdout, then the failure, if there was one. */
export async function writePages(
  loaded: Loaded,
  renderPages: (style: ScreenStyle) => ReadonlyArray<ReadonlyArray<string>>,
  { options, session, context }: Writing,
): Promise<void> {
  const { screenStyle } = await import('./screen-style.ts');
  const pages = renderPages(screenStyle(options, session.settings.palette.value, context));
  context.stdout.write(`${pages.flat().join('\n')}\n`);
  loaded.finish();
}

/** The footer of what shows a pick; on a terminal only. */
export function disclaimer({ theme, width }: ScreenStyle, { stdout }: Context): ReadonlyArray<string> {
  if (stdout.isTTY !== true) return [];
  return wrapWords('Informational only, not investment advice.', width).map((line) => theme.muted(line));
}
