import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { variable } from '../lib/environment.ts';
import { deleteKey } from '../settings/delete-key.ts';
import { cleanText } from '../text/safe-text.ts';
import { writeText } from './shared/print.ts';
import { createNotes } from './shared/session.ts';

export const command = (context: Context): Specification => ({
  examples: { 'boards logout': 'delete the stored key and all copies of it' },
  check({ sandbox }) {
    if (sandbox === true) {
      throw new UsageError('--sandbox cannot be used with logout, because the sandbox has no key', {
        hint: 'To delete the key of the service, run `boards logout` without --sandbox.',
      });
    }
  },
  async run(options) {
    const { note, noteAlways } = createNotes(options, context);
    // Throws ConfigError if a file may still contain the key.
    const cleaned = await deleteKey(context);
    const names = cleaned.map(({ path }) => cleanText(path)).join(' and ');
    writeText(names === '' ? 'No key was stored.\n' : `Deleted the key from ${names}.\n`, context);
    for (const { path, lost } of cleaned.filter((file) => file.lost !== null)) {
      const preferences = lost?.length === 0 ? '' : `, including the preferences ${lost?.join(', ')}`;
      noteAlways(`${path} could not be rewritten and was deleted${preferences}`);
    }
    if (variable('BOARDS_API_KEY', context.env) !== undefined) {
      note('BOARDS_API_KEY is still set, and commands use it');
    }
  },
});
