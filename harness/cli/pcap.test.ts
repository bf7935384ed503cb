import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hasAbility } from '../machine/abilities.ts'
import { runCli } from '../testing/run-cli.ts'

const check = 'plain.breaks/accepts-with-201'
const folder = mkdtempSync(join(tmpdir(), 'pcap-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const captureTools = ['tcpdump', 'dumpcap'] as const
const pathFolders = (process.env.PATH ?? '').split(':')
const hasTool = (name: string): boolean => spawnSync(name, ['--version']).status === 0

/** Returns the note of a skipped test about a tool; empty if the test can run. tcpdump reads all files. */
function skipNoteOf(tool: string): string {
  const canRun = ['tcpdump', tool].every(hasTool) && hasAbility('network-namespace')
  return canRun ? '' : ` (skipped: needs root, tcpdump and ${tool})`
}

/** Returns a PATH with all programs but one. */
function pathWithout(excludedProgram: string): string {
  const links = mkdtempSync(join(folder, 'path-'))
  for (const directory of pathFolders.filter((path) => existsSync(path)))
    for (const name of readdirSync(directory))
      if (name !== excludedProgram && !existsSync(join(links, name)))
        symlinkSync(join(directory, name), join(links, name))
  return links
}

/** Returns the output of tcpdump about a file, with these options. */
function packetFields(file: string, ...options: readonly string[]): string {
  const { stdout, status, stderr } = spawnSync('tcpdump', ['-nn', '-r', file, ...options], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

describe.for(captureTools)('%s', (tool) => {
  const skipNote = skipNoteOf(tool)
  const title = `the packets of a check are recorded, with the keys of its connections${skipNote}`
  test.skipIf(skipNote !== '')(title, { timeout: 120_000 }, async () => {
    const file = join(folder, `${tool}.pcap`)
    const otherTool = tool === 'tcpdump' ? 'dumpcap' : 'tcpdump'
    const reproOptions = ['--out', join(folder, `repro-${tool}`), '--pcap', file]
    const result = await runCli('plain', ['repro', check, ...reproOptions], {
      env: { PATH: pathWithout(otherTool) },
    })
    const connections = packetFields(file, 'tcp[tcpflags] == tcp-syn').trim().split('\n')
    const bytes = packetFields(file, '-x')
      .split('\n')
      .filter((line) => /^\s+0x/.test(line))
      .map((line) => line.replace(/^\s+0x[\da-f]+:/, '').replaceAll(' ', ''))
      .join('')
    const clientRandoms = readFileSync(`${file}.keys`, 'utf8')
      .split('\n')
      .flatMap((line) => /^CLIENT_(?:TRAFFIC_SECRET_0|RANDOM) (?<random>[\da-f]{64}) /.exec(line)?.[1] ?? [])

    expect(result.stdout).toContain(`wireshark -o tls.keylog_file:${file}.keys ${file}`)
    expect(connections.every((line) => /IP6? (?:127\.0\.0\.1|::1)\.\d+ > /.test(line))).toBe(true)
    expect(clientRandoms.length).toBeGreaterThan(0)
    expect(clientRandoms.filter((random) => !bytes.includes(random))).toEqual([])
    expect(statSync(`${file}.keys`).mode & 0o077).toBe(0)
  })
})

test.for([
  [['--attach'], 'separate network, which you cannot reach with --attach or --keep'],
  [['--keep'], 'separate network, which you cannot reach with --attach or --keep'],
] as const)('--pcap with %s is rejected', async ([options, message]) => {
  const { code, stderr } = await runCli('plain', ['repro', check, '--pcap', join(folder, 'x'), ...options])

  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
})

test('the error for a missing directory names the directory', async () => {
  const { code, stderr } = await runCli('plain', ['repro', check, '--pcap', join(folder, 'none/x')])

  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining(`${join(folder, 'none')} does not exist`),
  })
})

test.skipIf(!hasAbility('network-namespace'))(
  'a machine without a capture tool is reported with the next step',
  async () => {
    // The PATH contains only the tools that create a separate network.
    const tools = mkdtempSync(join(folder, 'path-'))
    for (const name of ['unshare', 'sh', 'ip', 'true']) {
      const toolPath = pathFolders.map((place) => join(place, name)).find((path) => existsSync(path))
      symlinkSync(toolPath ?? '', join(tools, name))
    }
    const { code, stderr } = await runCli('plain', ['repro', check, '--pcap', join(folder, 'x')], {
      env: { PATH: tools },
    })

    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('apt-get install tcpdump'),
    })
  },
)
