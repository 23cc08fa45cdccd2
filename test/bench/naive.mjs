// A straightforward implementation for comparison: static imports, `fetch`, and cli-table3 with default options.
import chalk from 'chalk';
import Table from 'cli-table3';
import { Command } from 'commander';
import Conf from 'conf';
import ora from 'ora';

const HEAD = ['#', 'Symbol', 'Name', 'Price', 'Chg', 'Vol', 'Bds', 'Bias', 'Metric', 'Tag'];

const program = new Command('naive')
  .version('0.1.0')
  .description('Ranked boards of market symbols, in the terminal.')
  .option('-t, --timeframe <name>', 'scalp, day, swing, position or investing', 'day')
  .option('-l, --limit <n>', 'rows per board', '10')
  .option('--json', 'the snapshot as the service sent it')
  .action(run);
await program.parseAsync();

async function run({ timeframe, limit, json }) {
  const config = new Conf({ projectName: 'naive', cwd: process.env.BOARDS_CONFIG_DIR });
  const baseUrl = process.env.BOARDS_BASE_URL ?? config.get('baseUrl');
  const apiKey = process.env.BOARDS_API_KEY ?? config.get('apiKey');
  const spinner = ora('fetching').start();
  const response = await fetch(`${baseUrl}/api/v1/boards?timeframe=${timeframe}&limit=${limit}`, {
    headers: { 'X-API-Key': apiKey },
  });
  const snapshot = await response.json();
  spinner.stop();
  process.stdout.write(json ? `${JSON.stringify(snapshot)}\n` : `${render(snapshot)}\n`);
}

function render({ timeframe, session, asOf, topPlay, boards }) {
  const tables = Object.entries(boards).map(([key, rows]) => {
    const table = new Table({ head: HEAD });
    for (const row of rows) table.push(cells(row));
    return `${chalk.bold(key)}\n${table.toString()}`;
  });
  const top = topPlay === null ? 'none' : `${chalk.cyan(topPlay.symbol)} on ${topPlay.boards} boards`;
  return [`${chalk.bold(timeframe)} ${session} ${asOf}`, `Top play: ${top}`, ...tables].join('\n');
}

function cells({ rank, symbol, name, price, dayPct, volume, boards, bias, metric, tag }) {
  const paint = dayPct >= 0 ? chalk.green : chalk.red;
  const change = dayPct === null ? '' : paint(`${dayPct.toFixed(2)}%`);
  return [rank, chalk.bold(symbol), name, price, change, volume, boards, bias, metric, tag].map(
    (value) => value ?? '',
  );
}
