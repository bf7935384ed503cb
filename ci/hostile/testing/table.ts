import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A command line with hostile input: its words, its exit code and its message. */
export type Row = readonly [words: string, code: number, says: string]

const targetFile = (changes: object): string =>
  JSON.stringify({
    name: 'mine',
    dialect: 'orch',
    programs: { apiserver: { command: ['/bin/true'] } },
    ...changes,
  })

// Each alias expands to nine copies of the previous alias.
const aliasBomb = [
  'a0: &a0 [x,x,x]',
  ...[...Array(9).keys()].map((n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join()}]`),
].join('\n')

const files: Readonly<Record<string, string | Uint8Array>> = {
  'types.yaml': targetFile({ limits: { readyMs: 'x' } }),
  'dialect.yaml': targetFile({ dialect: 'kubernets' }),
  'unknown.yaml': targetFile({ colour: 1 }),
  'utf16.yaml': Buffer.from(targetFile({}), 'utf16le'),
  'none.yaml': targetFile({ programs: {} }),
  'proto.yaml': '{"name":"mine","dialect":"orch","programs":{"__proto__":{"command":["x"]}}}',
  'null.yaml': 'null',
  'tag.yaml': '!!js/function "x"',
  'bomb.yaml': aliasBomb,
  'nested.yaml': '['.repeat(20_000),
  'status.yaml': 'rules: [{ status: 99999 }]',
  'late.yaml': 'rules: [{ afterMs: -5 }]',
  empty: '',
  bytes: Uint8Array.from({ length: 600 }, (_, index) => (index * 151) % 256),
  'of-nested/events.jsonl': '['.repeat(1_000_000),
  'of-nested/certificate.json': '['.repeat(1_000_000),
  'of-nested/repro.json': '['.repeat(1_000_000),
  'of-zeros/events.jsonl': '\0'.repeat(100_000),
  'folder/mine.txt': 'mine',
}

/** Creates the files that the rows refer to. */
export function makeFiles(folder: string): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content, { mode: 0o755 })
  }
  writeFileSync(join(folder, 'large'), '')
  truncateSync(join(folder, 'large'), 300 * 1024 * 1024)
  symlinkSync('loop', join(folder, 'loop'))
  symlinkSync('/dev/zero', join(folder, 'zero'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  for (const name of ['events.jsonl', 'certificate.json', 'repro.json']) {
    for (const folderName of ['of-pipe', 'of-zero']) mkdirSync(join(folder, folderName), { recursive: true })
    execFileSync('mkfifo', [join(folder, 'of-pipe', name)])
    symlinkSync('/dev/zero', join(folder, 'of-zero', name))
  }
}

const runCommand = 'run --only authn.anonymous.enabled'
const certifyCommand = 'certify --profile apiserver-states'
const noFileMessage = 'Give such a file.'

/** Rows of the table. In the words, `''` is an empty argument, and `LONG` an argument of 100,000 characters. */
export const rows: readonly Row[] = [
  // Target files.
  [`${runCommand} --target types.yaml`, 3, 'types.yaml:1: limits.readyMs should be of type number'],
  [`${runCommand} --target dialect.yaml`, 3, 'Did you mean kubernetes?'],
  [`${runCommand} --target unknown.yaml`, 3, 'the target has no field colour'],
  [`${runCommand} --target utf16.yaml`, 3, 'utf16.yaml:1: '],
  [`${runCommand} --target none.yaml`, 3, 'describes no program under test'],
  [`${runCommand} --target proto.yaml`, 3, 'programs has no field __proto__'],
  [`${runCommand} --target null.yaml`, 3, 'the target should be an object, not null'],
  [`${runCommand} --target tag.yaml`, 3, 'the target should be an object'],
  [`${runCommand} --target bomb.yaml`, 3, 'Excessive alias count'],
  [`${runCommand} --target nested.yaml`, 3, 'nested.yaml:1: '],
  [`${runCommand} --target empty`, 3, 'the target should be an object, not null'],
  [`${runCommand} --target bytes`, 3, 'the target should be an object'],
  [`${runCommand} --target folder`, 3, 'this is a folder'],
  [`${runCommand} --target pipe`, 3, noFileMessage],
  [`${runCommand} --target zero`, 3, noFileMessage],
  [`${runCommand} --target large`, 3, 'this file has 300 MiB'],
  [`${runCommand} --target loop`, 3, 'too many symbolic links'],
  [`${runCommand} --target /proc/self/mem`, 3, 'could not be read'],
  [`${runCommand} --target ''`, 3, 'could not be read'],
  ['doctor --target pipe', 3, noFileMessage],
  // Programs.
  [`${runCommand} -- ./bytes`, 3, 'neither a binary nor a script'],
  [`${runCommand} -- ./folder`, 3, 'is not a file'],
  [`${runCommand} -- ./pipe`, 3, 'is not a file'],
  [`${runCommand} -- ''`, 2, 'The command after -- is empty'],
  ['doctor -- /nonexistent', 3, 'does not exist'],
  ['run --role apisrever -- true', 2, 'Did you mean apiserver?'],
  // Baselines and lists.
  [`${runCommand} --baseline pipe`, 3, noFileMessage],
  [`${runCommand} --baseline zero`, 3, noFileMessage],
  [`${runCommand} --baseline large`, 3, 'a baseline has at most 4 MiB'],
  [`${runCommand} --baseline bomb.yaml`, 3, 'Excessive alias count'],
  [`${runCommand} --baseline null.yaml`, 3, 'the baseline should be an object'],
  ['list --only @pipe', 3, noFileMessage],
  ['list --only @zero', 3, noFileMessage],
  ['list --only @empty', 4, 'names nothing'],
  ['list --only @loop', 2, 'could not be read'],
  ['baseline update of-pipe', 3, noFileMessage],
  ['baseline update of-nested', 2, 'the first event is not a header'],
  // Values of options.
  [`${runCommand} --limit readyMs=-1s`, 2, 'give NAME=TIME'],
  ['list --grep (', 2, 'give a regular expression'],
  ['run --shard 0/0', 2, 'give I/N'],
  ['run --shard 9999999999/3', 2, 'give I/N'],
  ['run --jobs 1e99', 2, 'give a whole number'],
  ['mock oidc-issuer --port 99999', 2, 'give a port'],
  ['verify folder --trust x', 2, 'a thumbprint of a key has 43 characters'],
  ['verify folder --at soon', 2, 'give a time'],
  ["explain ''", 2, 'There is no rule'],
  ['explain LONG', 2, '(100000 characters)'],
  ['explain ../../../etc/passwd', 2, 'There is no rule'],
  ['LONG', 2, 'there is no command'],
  // Output directories.
  [`${runCommand} --out empty/out`, 2, 'the directory cannot be written'],
  [`${runCommand} --out /dev/null`, 2, 'the directory cannot be written'],
  [`${runCommand} --out /proc/self/x/y`, 3, 'the directory cannot be written'],
  [`${runCommand} --out ''`, 2, '--out is empty'],
  ['list --pages empty', 2, 'the directory cannot be written'],
  // Results.
  ['report folder', 2, 'There is no run at'],
  ['report of-pipe', 3, noFileMessage],
  ['report /dev/zero', 3, noFileMessage],
  ['report of-nested', 2, ' the first event is not a header'],
  ['report of-zeros', 2, ' the first event is not a header'],
  ['compare of-zeros of-nested', 2, ' the first event is not a header'],
  ['trend of-zeros of-nested', 2, ' the first event is not a header'],
  ['trend of-nested', 2, 'at least two output directories'],
  ['merge of-zero of-zero --out merged', 3, noFileMessage],
  ['report of-nested --reporter folder/mine.txt', 3, 'is not a reporter'],
  ['report of-nested --reporter missing.mjs', 3, 'there is no such file'],
  ['report of-nested --reporter folder', 3, 'this is not a file'],
  ['report of-nested --reporter zero', 3, 'this is not a file'],
  ['list --pages pages --run of-zero', 3, noFileMessage],
  ['challenge x --run folder', 2, 'There is no run at'],
  ['rejudge folder', 2, 'There is no run at'],
  ['rejudge missing', 2, 'there is no such directory'],
  ['rejudge of-pipe', 3, noFileMessage],
  ['rejudge of-nested', 2, ' the first event is not a header'],
  // Certificates.
  ['verify folder', 1, 'NOT valid:'],
  ['verify empty', 1, 'NOT valid:'],
  ['verify of-pipe', 1, 'NOT valid:'],
  ['verify of-zero', 1, 'NOT valid:'],
  ['verify of-nested', 1, 'NOT valid:'],
  ['verify of-nested --revoked pipe', 3, noFileMessage],
  ['verify of-nested --exclusions bomb.yaml', 3, 'Excessive alias count'],
  [`${certifyCommand} --key zero`, 3, noFileMessage],
  [`${certifyCommand} --key pipe`, 3, noFileMessage],
  [`${certifyCommand} --key large`, 3, 'a key has at most 64 KiB'],
  [`${certifyCommand} --key null.yaml`, 3, 'no private key in PEM'],
  [`${certifyCommand} --make-key folder`, 3, 'could not be kept there'],
  // Peers and reproductions.
  ['mock nobody', 2, 'There is no mock peer nobody'],
  ['mock oidc-issuer oidc-issuer', 2, 'named twice'],
  ['mock oidc-issuer --script status.yaml', 3, 'Expected <=599'],
  ['mock oidc-issuer --script late.yaml', 3, 'Expected >=0'],
  ['mock oidc-issuer --script bomb.yaml', 3, 'Excessive alias count'],
  ['mock --from of-pipe', 3, noFileMessage],
  ['repro x/y', 2, 'There is no check x/y'],
  ['repro run of-pipe', 3, noFileMessage],
  ['repro run of-nested', 3, 'cannot be read as JSON'],
  ['shrink of-zero', 3, noFileMessage],
]
