import { BOARD_CATALOGUE } from '../market/catalogue.ts';
import type { BoardPart } from '../service/snapshot.ts';

/** Falls back to the key of a board that is not in the catalogue. */
export function titleOf({ key, group }: Pick<BoardPart, 'key' | 'group'>): string {
  const title = BOARD_CATALOGUE.find((entry) => entry.key === key)?.title ?? key;
  return group === null ? title : `${title} ${group}`;
}

export function boardTitle(key: string): string {
  return titleOf({ key, group: null });
}
