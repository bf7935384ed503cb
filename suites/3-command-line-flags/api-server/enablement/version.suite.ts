import { expect, HarnessError, rulesOf, says, test } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { versionOutput, outputWithFlags } from './version-output.ts'
import { startServer } from '../../../shared/api-server.ts'
import { plainServer } from './fixtures.ts'

const { must, excluded } = rulesOf({ document: 3, section: 'Versioning', overlaps: true })

const flag = '--version'

must('flag.version.prints', flagRow(flag, 'prints'), () => {
  says('--version and --version=raw print version information, and the program exits.')
  test(
    { title: 'the flag without a value prints a version', id: 'the flag alone prints a version' },
    async () => {
      expect((await versionOutput([flag])).stdout).toMatch(/\d+\.\d+/)
    },
  ).sees('version-not-printed')

  for (const value of ['true', 'raw']) {
    test(
      {
        title: `${flag}=${value} prints a version, and the program ends instead of serving`,
        id: `${value} prints a version, and the program ends instead of serving`,
      },
      async () => {
        const { exitCode, stdout } = await outputWithFlags({ [flag]: value })

        expect(exitCode, 'the exit code').not.toBeNull()
        expect(stdout).toMatch(/\d+\.\d+/)
      },
    ).sees('version-goes-on')
  }
})

must('flag.version.reported', { ...flagRow(flag, 'reported'), capability: 'version-endpoint' }, () => {
  says('--version=vX.Y.Z... sets the version that is reported.')
  test('the version that the flag names is reported', async () => {
    const reportedVersion = await versionToReport()
    const server = await startServer({ flags: { [flag]: reportedVersion } })
    const versions = { usual: await versionOf(await plainServer()), set: await versionOf(server) }

    expect(versions.set).toBe(reportedVersion)
    expect(versions.usual).not.toBe(reportedVersion)
  }).sees('version-override-ignored')
})

excluded(
  'versioning.version',
  flag,
  '--version prints version information or sets the reported version.',
  'The same statements as in the flag table: flag.version.prints and flag.version.reported judge them.',
)

must('flag.help.prints', flagRow('--help', 'prints'), () => {
  says('-h and --help print help instead of serving.')
  for (const helpFlag of ['-h', '--help']) {
    test(`${helpFlag} prints help`, async () => {
      expect((await versionOutput([helpFlag])).stdout).toContain('--secure-port')
    }).sees('help-omits-secure-port')
  }

  test(
    { title: 'the program ends after --help instead of serving', id: 'the program ends instead of serving' },
    async () => {
      const { exitCode, stdout } = await outputWithFlags({ '--help': true })

      expect(exitCode, 'the exit code').not.toBeNull()
      expect(stdout).toContain('--secure-port')
    },
  ).sees('help-goes-on')
})

async function versionOf(server: ApiServer): Promise<unknown> {
  const { status, body } = await server.request({ path: '/version' })
  if (status !== 200) throw new HarnessError('untestable', `GET /version answered ${status}`)
  return (JSON.parse(body) as { gitVersion?: unknown }).gitVersion
}

/** Returns a valid version to report that contains a text unique to this test. */
async function versionToReport(): Promise<string> {
  const { stdout } = await versionOutput(['--version'])
  const version = /v\d+\.\d+\.\d+/
  expect(stdout, 'what --version prints').toMatch(version)
  const [own] = version.exec(stdout) ?? []
  return `${own}-conformance.7`
}
