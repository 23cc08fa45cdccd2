import type { BoardRow } from '../api/snapshot.ts';
import { biasSign, isHighConfluence } from '../fields/fields.ts';
import { ABSENT } from './format.ts';
import { fitCell } from './safe-text.ts';
import { type Paint, paintOfBias, type Theme } from './theme.ts';

/** Cells of `◆5▼`. */
export const STANDING_WIDTH = 3;

/**
 * Boards and bias in three cells: `◆5▼`, ` 2·`, `12▲`. The number is blank for 0: the service counts only the top ranks of
 * each board (api.md section 2.6), so most rows have none.
 */
export function renderStanding({ boards, bias }: Pick<BoardRow, 'boards' | 'bias'>, theme: Theme) {
  const count = fitCell(countText(boards), 2, 'right');
  const sign = bias === null ? ' ' : biasSign(bias);
  const paintCount: Paint = isHighConfluence(boards) ? theme.highlight : theme.muted;
  const paintSign = paintOfBias(theme, bias);
  return {
    plain: count + sign,
    painted: (count.trim() === '' ? count : paintCount(count)) + (sign === ' ' ? sign : paintSign(sign)),
  };
}

function countText(boards: number | null): string {
  if (boards === null) return ABSENT;
  if (boards === 0) return '';
  if (boards > 99) return '99';
  return isHighConfluence(boards) && boards < 10 ? `◆${boards}` : String(boards);
}
