import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// It costs every process of Node 20 some 90 ms, tests start thousands, and all their certificates are self-made. Only
// the installations of packages may need it.
if (process.env.NODE_EXTRA_CA_CERTS !== undefined)
  process.env.npm_config_cafile ??= process.env.NODE_EXTRA_CA_CERTS
delete process.env.NODE_EXTRA_CA_CERTS

// These keep all processors busy for seconds. Other tests that run at the same time would observe an overloaded
// machine.
const alone = ['suites/testing/{busy-machine,flooding-managers}.test.ts']

// These measure the lateness of their process, or read its knowledge of the machine, so each file has a separate
// process. All others share processes, as much of their time would otherwise be spent on loading the same modules.
const apart = ['harness/{check,machine,testing}/**/*.test.ts']

// The slowest tests. The last one to start keeps one processor waiting.
const long = [
  'docs/docs.test.ts',
  'suites/testing/wrapped-programs.test.ts',
  'suites/testing/bad-managers.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => long.some((name) => moduleId.endsWith(name))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
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
          exclude: [...alone, ...apart],
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: apart, maxWorkers, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
