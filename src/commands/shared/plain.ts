import type { Context } from '../../context.ts';
import type { renderSnapshot } from '../../view/snapshot.ts';

export interface PlainOption {
  /** False for `--no-plain`; undefined without either. */
  readonly plain?: boolean;
}

/** Whether text for people is plain: by default if stdout is not a terminal. */
export function isPlain({ plain }: PlainOption, { stdout }: Pick<Context, 'stdout'>): boolean {
  return plain ?? stdout.isTTY !== true;
}

/** Loads what renders a snapshot, and not what renders it in the other way. */
export async function snapshotRenderer(
  options: PlainOption,
  context: Pick<Context, 'stdout'>,
): Promise<typeof renderSnapshot> {
  return isPlain(options, context)
    ? (await import('../../view/plain.ts')).renderPlainSnapshot
    : (await import('../../view/snapshot.ts')).renderSnapshot;
}

/** Lines after plain tables, which must not look like another row. */
export function setApart(
  lines: ReadonlyArray<string>,
  options: PlainOption,
  context: Pick<Context, 'stdout'>,
): ReadonlyArray<string> {
  return isPlain(options, context) && lines.length > 0 ? ['', ...lines] : lines;
}
