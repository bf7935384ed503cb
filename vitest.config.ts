import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// It costs every process of Node 20 some 90 ms, tests start thousands, and all their certificates are self-made. Only
// the installations of packages may need it.
if (process.env.NODE_EXTRA_CA_CERTS !== undefined)
  process.env.npm_config_cafile ??= process.env.NODE_EXTRA_CA_CERTS
delete process.env.NODE_EXTRA_CA_CERTS

// Some keep all processors busy for seconds, and other tests that run at the same time would observe an overloaded
// machine. Others have a limit of a second for a program, which must not be doubted because of a busy machine.
const alone = ['suites/testing/{busy-machine,flooding-managers}.test.ts', 'harness/cli/misbehaving.test.ts']

// These measure the lateness of their process, or read its knowledge of the machine, so each file has a separate
// process. All others share processes, as much of their time would otherwise be spent on loading the same modules.
const apart = ['harness/{check,machine,testing}/**/*.test.ts']

// The slowest tests, which take four fifths of the time. The first ones start first: the last one to start keeps one
// processor waiting.
export const slow = [
  'docs/docs.test.ts',
  'suites/testing/wrapped-programs.test.ts',
  'suites/testing/bad-managers.test.ts',
  'suites/testing/distributions.test.ts',
  'ci/kills/kills.test.ts',
  'harness/cli/repro.test.ts',
  'ci/release.test.ts',
  'harness/cli/gate.test.ts',
  'suites/testing/doctor.test.ts',
  'suites/testing/bisect.test.ts',
  'harness/cli/run.test.ts',
  'docs/peers.test.ts',
  'harness/cli/misbehaving.test.ts',
  'harness/cli/results/reporters.test.ts',
  'harness/cli/bad-input.test.ts',
  'harness/cli/watch.test.ts',
  'ci/hostile/commands.test.ts',
  'harness/cli/second-attempts.test.ts',
  'suites/testing/busy-machine.test.ts',
  'harness/cli/since.test.ts',
  'harness/testing/roles.test.ts',
  'docs/mutants.test.ts',
  'api/package.test.ts',
  'harness/cli/red-evidence.test.ts',
  'suites/testing/doctor-roles.test.ts',
  'harness/cli/debugger.test.ts',
  'ci/generated/files.test.ts',
  'harness/launch/resource-bounds.test.ts',
  'ci/generated/agent.test.ts',
  'suites/testing/refused-starts.test.ts',
  'ci/hostile/files.test.ts',
  'harness/cli/repeat.test.ts',
  'reports/rejudge/forgeries.test.ts',
  'harness/cli/interrupts.test.ts',
  'ci/generated/encryption.test.ts',
  'ci/templates.test.ts',
]

// With TEST_SHARE=k/n only that share of the slowest tests runs.
const [share, shares] = (process.env.TEST_SHARE ?? '1/1').split('/').map(Number) as [number, number]
const left = slow.filter((_, at) => at % shares !== share - 1)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = slow.findIndex((name) => moduleId.endsWith(`/${name}`))
      return rank < 0 ? slow.length : rank
    }
    return [...sorted].sort((one, other) => rankOf(one) - rankOf(other))
  }
}

/** Folders whose test files run, at any depth. Of `docs`, which has examples of tests, only those at the top run. */
export const testFolders = 'api,bin,ci,documents,harness,mocks,reference,reports,suites'

const all = [`{${testFolders}}/**/*.test.ts`, 'docs/*.test.ts']

// On a machine that other builds keep busy, tests of five seconds were observed to take thirty.
const limitMs = process.env.CI ? 180_000 : 30_000

// Most of them wait for programs that they started.
const maxWorkers = availableParallelism() + 2

// The project's own unit tests. The conformance suites are run by the CLI's engine, never by this file.
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'node', 'import', 'default'] } },
  test: {
    pool: 'forks',
    globalSetup: 'harness/testing/temporary-directory.ts',
    setupFiles: 'harness/testing/scale-timeouts.ts',
    testTimeout: limitMs,
    hookTimeout: limitMs,
    // Tests start hundreds of programs. A test that stalls on a shared machine is retried, twice at most, and the
    // report shows that.
    retry: process.env.CI ? 2 : 0,
    expect: { requireAssertions: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: all,
          exclude: [...alone, ...apart, ...left],
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: apart, exclude: left, maxWorkers, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          exclude: left,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
