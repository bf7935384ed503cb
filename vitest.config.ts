import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// These keep all processors busy for seconds: beside them, others would be told to be late.
const alone = ['suites/testing/flooding-managers.test.ts']

// These look at how late their process was, or at what it learned of the machine: each file has one of its own. All others
// share processes, as much of their time would go into loading the same modules.
const apart = ['harness/{check,machine,testing}/**/*.test.ts']

// These take longest by themselves; what begins last keeps one processor waiting.
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

const all = ['{api,bin,harness,mocks,suites,reports,reference,ci}/**/*.test.ts', 'docs/*.test.ts']

// Where other builds keep the machine busy, what takes five seconds by itself was seen to take thirty.
const limitMs = process.env.CI ? 180_000 : 30_000

// Most of them wait for programs that they started.
const maxWorkers = availableParallelism() + 2

// The project's own unit tests. The conformance suites are run by the CLI's engine, never by this file.
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'node', 'import', 'default'] } },
  test: {
    pool: 'forks',
    globalSetup: 'harness/testing/one-temporary-directory.ts',
    setupFiles: 'harness/testing/unhurried.ts',
    testTimeout: limitMs,
    hookTimeout: limitMs,
    // Programs are started by the hundred; one that a shared machine stalls is tried again, twice at most, and the report says so.
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
