import { CONDITION_TYPES, parseConditions } from '../../model/conditions.ts';
import { parser } from '../../parse.ts';

/** The value of `--on`. */
export const conditions = parser(parseConditions, {
  name: 'condition',
  kind: 'list',
  words: CONDITION_TYPES,
});
