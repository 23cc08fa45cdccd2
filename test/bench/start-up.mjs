import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../../.bench/test/support/certificates.js';
import { PROGRAM } from './installed.mjs';
import { cleanEnvironment, here, isInstalled, measurePaired, startService } from './processes.mjs';
import { renderTable } from './statistics.mjs';

const KEY = 'rb_live_0123456789abcdef0123456789abcdef';
const QUERY = '/api/v1/boards?timeframe=day&limit=10';
const FIELDS = 'rank,.symbol,.name,.price,.dayPct,.volume,.boards,.bias,.metric,.tag';
const TO_TABLE = `jq -r '.boards | to_entries[] | .key as $board | .value[] | [$board,.${FIELDS}] | @tsv' | column -t -s "$(printf '\\t')"`;
const HAS_PIPELINE = ['curl', 'jq', 'column'].every(isInstalled);

/** The rows of the table. A row with `protocol` sends a request, and is compared with other programs that do the same. */
const JOBS = [
  { title: '`boards --version`', args: ['--version'] },
  { title: '`boards --help`', args: ['--help'] },
  ...['http', 'https'].flatMap((protocol) => [
    { title: `\`boards --json\`, ${protocol}`, args: ['--json'], protocol, pipe: 'jq -c .' },
    { title: `\`boards\`, plain, ${protocol}`, args: [], protocol, pipe: TO_TABLE },
    {
      title: `\`boards\`, tables of 120 columns, ${protocol}`,
      args: ['--no-plain'],
      protocol,
      pipe: TO_TABLE,
      columns: 120,
    },
  ]),
  { title: '`boards --sandbox`, 120 columns', args: ['--sandbox', '--no-plain'], columns: 120 },
];

/**
 * Compares whole processes with an empty process, a bare request and what a user would write instead. If they are given, also
 * with another version of the package and with the executable.
 */
export async function benchStartUp(setting) {
  const directory = mkdtempSync(join(tmpdir(), 'boards-bench-'));
  const { cert, key } = makeCertificate({ name: '127.0.0.1' });
  const certificate = join(directory, 'cert.pem');
  writeFileSync(certificate, cert);
  const service = await startService([`--cert=${cert}`, `--key=${key}`]);
  try {
    const rows = JOBS.map((job) =>
      benchJob(commandsOf(job, { ...setting, service, certificate }), job, setting),
    );
    const head = ['', 'ms', '× empty', '× bare request', 'curl, jq, column: ms'];
    if (setting.other !== undefined) head.push(`× ${setting.other.name}`);
    if (setting.executable !== undefined) head.push('executable: ms', 'executable: × empty');
    return renderTable(head, rows);
  } finally {
    service.close();
    rmSync(directory, { recursive: true });
  }
}

function benchJob(commands, job, setting) {
  const { boards, empty, request, pipeline, other, executable } = measurePaired(commands, setting);
  return [
    job.title,
    boards.milliseconds.toFixed(0),
    empty.ratio.toFixed(2),
    request?.ratio.toFixed(2) ?? '',
    pipeline?.milliseconds.toFixed(0) ?? (job.pipe === undefined ? '' : 'absent'),
    ...(other === undefined ? [] : [other.ratio.toFixed(2)]),
    ...(executable === undefined
      ? []
      : [executable.milliseconds.toFixed(0), (empty.ratio / executable.ratio).toFixed(2)]),
  ];
}

function commandsOf({ args, protocol, pipe, columns }, { service, certificate, other, executable }) {
  const url = `${protocol}://127.0.0.1:${service[protocol]}`;
  const env = cleanEnvironment({
    ...(protocol === undefined ? {} : { BOARDS_BASE_URL: url, BOARDS_API_KEY: KEY }),
    // For all commands, including the empty process, because it slows down the start of Node.
    ...(protocol === 'https' ? { NODE_EXTRA_CA_CERTS: certificate } : {}),
    // Colours as in a terminal.
    ...(columns === undefined ? {} : { COLUMNS: String(columns), FORCE_COLOR: '1' }),
  });
  const node = process.execPath;
  const curl = `curl -sS --cacert '${certificate}' -H 'X-API-Key: ${KEY}' '${url}${QUERY}'`;
  return {
    boards: { command: [node, PROGRAM, ...args], env },
    ...(other === undefined ? {} : { other: { command: [node, other.program, ...args], env } }),
    ...(executable === undefined ? {} : { executable: { command: [executable, ...args], env } }),
    empty: { command: [node, here('empty.cjs')], env, isSilent: true },
    ...(protocol === undefined ? {} : { request: { command: [node, here('request.cjs')], env } }),
    ...(pipe !== undefined && HAS_PIPELINE
      ? { pipeline: { command: ['/bin/sh', '-c', `${curl} | ${pipe}`], env } }
      : {}),
  };
}
