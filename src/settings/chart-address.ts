import { checked, type Parser } from '../cli/values/values.ts';

/** `{symbol}` must not be in the host, so that no symbol can choose another host. */
export const parseChart: Parser<string> = checked(
  'chart',
  'an https address with {symbol} after the host',
  { words: [], example: 'https://x.example/{symbol}' },
  (text) => {
    const address = text.replace(/^ +| +$/g, '');
    const isChart = /^https:\/\/[^/?#\\@{}]+[/?#].*\{symbol\}/i.test(address);
    return isChart && !/[\p{C}\s]/u.test(address) && URL.canParse(address) ? address : null;
  },
);
