import { expect, test } from 'vitest'
import { skipLines } from './skipped.ts'

test('skipped tests are counted by file and reason', () => {
  const skipped = (fullName: string) => ({ status: 'skipped', fullName })
  const results = [
    {
      name: '/x/mocks/etcd/etcdctl.test.ts',
      assertionResults: ['a', 'b'].map((one) => skipped(`etcdctl (needs one: set ETCDCTL=path) ${one}`)),
    },
    {
      name: '/x/reports/html/styles.browser.test.ts',
      assertionResults: [skipped('looks'), { status: 'passed', fullName: 'x' }],
    },
    { name: '/x/harness/new.test.ts', assertionResults: [skipped('new')] },
  ]

  expect(skipLines({ testResults: results }, '/x')).toEqual([
    '       1  harness/new.test.ts: no reason is known; name it in ci/skipped.ts',
    '       1  reports/html/styles.browser.test.ts: no Chromium was found',
    '       2  mocks/etcd/etcdctl.test.ts: needs one: set ETCDCTL=path',
  ])
})
