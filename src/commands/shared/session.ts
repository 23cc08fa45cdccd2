import type { Options, ProgramOptions } from '../../cli/options.ts';
import { PREFERENCES } from '../../cli/preference-registry.ts';
import type { Context } from '../../context.ts';
import { variable } from '../../lib/environment.ts';
import { createKeyGuard } from '../../settings/key.ts';
import {
  type ResolveNeeds,
  resolveSettings,
  type SettingOptions,
  type Settings,
} from '../../settings/resolve.ts';
import { shownText } from '../../text/ascii.ts';
import { renderMessage } from '../../text/message.ts';

export interface Notes {
  /** Prints nothing with `--quiet`. */
  readonly note: (text: string) => void;
  readonly noteAlways: (text: string) => void;
}

export interface Session extends Notes {
  readonly options: Options;
  readonly context: Context;
  readonly settings: Settings;
}

/** Options override settings unless `overrides` is given. Throws the errors of `resolveSettings`. */
export function openSession(
  options: Options,
  context: Context,
  {
    overrides = options,
    needsService = options.sandbox !== true,
    needsFile,
  }: ResolveNeeds & { readonly overrides?: SettingOptions } = {},
): Session {
  const notes = createNotes(options, context);
  const settings = resolveSettings(PREFERENCES, overrides, context, { needsService, needsFile });
  settings.warnings.forEach(notes.note);
  const plain = options.plain ?? settings.plain.value ?? undefined;
  return { options: { ...options, plain }, context, settings, ...notes };
}

/** With `--json`, a note is one line even on a terminal. */
export function createNotes({ quiet, json }: ProgramOptions & SettingOptions, context: Context): Notes {
  const guard = createKeyGuard(context);
  const noteAlways = (text: string) => {
    const { stderr, env } = context;
    stderr.write(renderMessage(guard(text), { label: 'note: ', isOneLine: json }, stderr, env));
  };
  return { noteAlways, note: quiet === true ? () => undefined : noteAlways };
}

export function noteOverride(
  name: string | undefined,
  what: string,
  note: Notes['note'],
  { env }: Context,
): void {
  if (name !== undefined && variable(name, env) !== undefined)
    note(`${name} is set and overrides the stored ${what}`);
}

export function debugWriter(
  { debug }: ProgramOptions,
  context: Context,
): ((line: string) => void) | undefined {
  if (debug !== true) return undefined;
  const guard = createKeyGuard(context);
  return (line) => context.stderr.write(shownText(`debug: ${guard(line)}\n`, context.env));
}
