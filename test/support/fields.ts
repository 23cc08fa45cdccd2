import { columnsOf } from '../../src/fields/fields.ts';

/** The columns of rows, as `--columns` and `--sort` take them. */
export const COLUMNS = columnsOf('row').map(({ id }) => id);
