import { CHANGE_TYPES } from '../../model/changes.ts';
import { parseConditions } from '../../model/parse-conditions.ts';
import { parser } from '../../parse.ts';

/** The value of `--on`. */
export const conditions = parser((text) => parseConditions(text, '--on'), {
  name: 'condition',
  kind: 'list',
  words: CHANGE_TYPES,
});
