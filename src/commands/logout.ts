import type { Command } from 'commander';
import { configPath } from '../config/place.ts';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';
import { cleanText } from '../view/safe-text.ts';
import { addExamples } from './examples.ts';
import { writeNote } from './plain-rows.ts';

export function registerLogout(program: Command, context: Context): void {
  addExamples(program.command('logout'), { 'boards logout': 'no file of boards holds the key any more' })
    .description('remove the stored key; preferences stay')
    .action(() => runLogout(context));
}

/** Afterwards no file of the program holds the key; throws ConfigError when that cannot be promised. */
async function runLogout(context: Context): Promise<void> {
  const { forgetKey } = await import('../config/store.ts');
  const path = cleanText(configPath(context) ?? '');
  const wasStored = await forgetKey(context).catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.message, {
      hint: `A key may still be in it. To be sure, delete ${path}.`,
      cause: error,
    });
  });
  context.stdout.write(wasStored ? `Removed the key from ${path}.\n` : 'No key was stored.\n');
  if (context.env.BOARDS_API_KEY !== undefined) {
    writeNote('BOARDS_API_KEY is still set, and commands use it', context);
  }
}
