import { parseTickers } from '../cli/values/lists.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { tickerKey } from '../market/ticker.ts';
import { configPath } from './places.ts';
import type { Registry } from './preferences.ts';
import { decodeFields } from './resolve.ts';
import { saveConfig, withoutFields } from './save.ts';

/** Changes one pin in the config file, and keeps those that other panes have stored. */
export async function savePin(
  registry: Registry,
  symbol: string,
  isPinned: boolean,
  context: Context,
): Promise<void> {
  const added = isPinned ? parseTickers(symbol) : [];
  if (added.length > 1) throw new UsageError('a ticker with a comma cannot be stored in a list');
  await saveConfig((fields) => {
    const stored = decodeFields(registry, fields, configPath(context) ?? '').preferences.get('pins');
    const others = (Array.isArray(stored) ? stored : []).filter(
      (pin) => tickerKey(pin) !== tickerKey(symbol),
    );
    const pins = [...others, ...added];
    return pins.length === 0 ? withoutFields(fields, ['pins']) : { ...fields, pins };
  }, context);
}
