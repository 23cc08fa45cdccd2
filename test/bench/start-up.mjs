import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makeCertificate } from '../../.bench/test/support/certificates.js';
import { install, PROGRAM } from './installed.mjs';
import { cleanEnvironment, here, isInstalled, measurePaired, startService } from './processes.mjs';
import { renderTable } from './statistics.mjs';

const KEY = 'rb_live_0123456789abcdef0123456789abcdef';
const QUERY = '/api/v1/boards?timeframe=day&limit=10';
const FIELDS = 'rank,.symbol,.name,.price,.dayPct,.volume,.boards,.bias,.metric,.tag';
const TO_TABLE = `jq -r '.boards | to_entries[] | .key as $board | .value[] | [$board,.${FIELDS}] | @tsv' | column -t -s "$(printf '\\t')"`;
const HAS_PIPELINE = ['curl', 'jq', 'column'].every(isInstalled);

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
 * Compares `boards` with an empty process, a bare request, a shell pipeline and optionally another version.
 */
export async function benchStartUp(runs, tarball) {
  const directory = mkdtempSync(join(tmpdir(), 'boards-bench-'));
  const { cert, key } = makeCertificate({ name: '127.0.0.1' });
  const certificate = join(directory, 'cert.pem');
  writeFileSync(certificate, cert);
  const service = await startService([`--cert=${cert}`, `--key=${key}`]);
  const other = tarball === undefined ? undefined : install(tarball);
  try {
    const rows = JOBS.map((job) => benchJob(commandsOf(job, { service, certificate, other }), job, runs));
    const head = ['', 'ms', '× empty', '× bare request', 'curl, jq, column: ms'];
    if (other !== undefined) head.push(`× ${basename(tarball)}`);
    return renderTable(head, rows);
  } finally {
    service.close();
    rmSync(directory, { recursive: true });
  }
}

function benchJob(commands, job, runs) {
  const { boards, empty, request, pipeline, other } = measurePaired(commands, runs);
  return [
    job.title,
    boards.milliseconds.toFixed(0),
    empty.ratio.toFixed(2),
    request?.ratio.toFixed(2) ?? '',
    pipeline?.milliseconds.toFixed(0) ?? (job.pipe === undefined ? '' : 'absent'),
    ...(other === undefined ? [] : [other.ratio.toFixed(2)]),
  ];
}

function commandsOf({ args, protocol, pipe, columns }, { service, certificate, other }) {
  const url = `${protocol}://127.0.0.1:${service[protocol]}`;
  const env = cleanEnvironment({
    ...(protocol === undefined ? {} : { BOARDS_BASE_URL: url, BOARDS_API_KEY: KEY }),
    // Applies to all commands, because it slows down each start of Node.
    ...(protocol === 'https' ? { NODE_EXTRA_CA_CERTS: certificate } : {}),
    ...(columns === undefined ? {} : { COLUMNS: String(columns), FORCE_COLOR: '1' }),
  });
  const node = process.execPath;
  const curl = `curl -sS --cacert '${certificate}' -H 'X-API-Key: ${KEY}' '${url}${QUERY}'`;
  return {
    boards: { command: [node, PROGRAM, ...args], env },
    ...(other === undefined ? {} : { other: { command: [node, other, ...args], env } }),
    empty: { command: [node, here('empty.cjs')], env, isSilent: true },
    ...(protocol === undefined ? {} : { request: { command: [node, here('request.cjs')], env } }),
    ...(pipe !== undefined && HAS_PIPELINE
      ? { pipeline: { command: ['/bin/sh', '-c', `${curl} | ${pipe}`], env } }
      : {}),
  };
}
