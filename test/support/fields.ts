import { usualColumns } from '../../src/fields/fields.ts';

/** The columns of rows, as `--columns` and `--sort` take them. */
export const COLUMNS = usualColumns('row', false).map(({ id }) => id);
