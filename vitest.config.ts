import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// These keep a processor or a disk busy for seconds, or judge by the clock: beside them, others would be told to be late.
const alone = ['suites/testing/**/*.test.ts']

// Where other builds keep the machine busy, what takes five seconds by itself was seen to take thirty.
const limitMs = process.env.CI ? 180_000 : 30_000

// The project's own unit tests. The conformance suites are run by the CLI's engine, never by this file.
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'node', 'import', 'default'] } },
  test: {
    pool: 'forks',
    globalSetup: 'harness/testing/one-temporary-directory.ts',
    testTimeout: limitMs,
    hookTimeout: limitMs,
    // Programs are started by the hundred; one that a shared machine stalls is tried again, twice at most, and the report says so.
    retry: process.env.CI ? 2 : 0,
    expect: { requireAssertions: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'beside',
          // The examples of the documentation are tried in a project of their own.
          include: ['{api,bin,harness,mocks,suites,reports,reference,ci}/**/*.test.ts', 'docs/*.test.ts'],
          exclude: alone,
          // Most of them wait for programs that they started.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
