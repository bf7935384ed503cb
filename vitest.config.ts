import { defineConfig } from 'vitest/config'

// The project's own unit tests. The conformance suites are run by the CLI's engine, never by this file.
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'node', 'import', 'default'] } },
  test: {
    include: ['{api,bin,harness,mocks,suites,reports,reference,ci,docs}/**/*.test.ts'],
    pool: 'forks',
    globalSetup: 'harness/testing/one-temporary-directory.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Programs are started by the hundred; one that a shared machine stalls is tried again, twice at most, and the report says so.
    retry: process.env.CI ? 2 : 0,
    expect: { requireAssertions: true },
  },
})
