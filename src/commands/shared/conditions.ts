import { type Condition, parseConditions } from '../../model/parse-conditions.ts';
import { type Parser, parser } from '../../parse.ts';
import { BOARD_CATALOGUE, CHANGE_TYPES } from '../../vocabulary.ts';

/** The value of `--on` or `--until`. */
export function conditions(option: '--on' | '--until'): Parser<ReadonlyArray<Condition>> {
  return parser((text) => parseConditions(text, option), {
    name: 'condition',
    kind: 'list',
    words: [...CHANGE_TYPES, ...BOARD_CATALOGUE.map(({ key }) => key)],
    example: "'boards>=4'",
  });
}
