import { describe, expect, test } from 'vitest'
import { startApiServer } from '../programs/api-server.ts'
import { asCheck } from '../testing/fake-check.ts'
import { withMissingMeans } from './missing-means.ts'
import type { FailedOutcome } from './outcome.ts'

const reviewPath = '/apis/authentication.orch.io/v1/selfsubjectreviews'
const failedOutcome: FailedOutcome = { verdict: 'broken', reason: 'expected undefined to be alice' }

/** Returns the result of a failed check that requests the caller's identity. */
function failedCheck(options: {
  behave?: string
  needs?: boolean
  failed?: FailedOutcome
}): Promise<FailedOutcome> {
  const { behave = 'know-no-reviews', needs = true, failed = failedOutcome } = options
  return asCheck(
    async (check) => {
      if (needs) check.needs('who-am-i')
      const server = await startApiServer({ settings: check.settings, storage: 'http://127.0.0.1:1' })
      check.defer(() => server.stop())
      check.show(server.evidence)
      for (const token of ['alice', 'bob']) await server.request({ method: 'POST', path: reviewPath, token })
      return withMissingMeans(failed, check.record)
    },
    { behave },
  )
}

describe('a red check whose program lacks an endpoint that the check needs', () => {
  test('a red check shows the request and its response first, and names the capability', async () => {
    const { verdict, reason } = await failedCheck({})

    expect(verdict).toBe('broken')
    expect(reason.split('\n')).toEqual([
      `POST ${reviewPath} answered 404 (404 page not found), and this check sees what it judges by that alone.`,
      'A program that has no such thing says so in its target file, and the check does not apply: capabilities: { who-am-i: false }',
      failedOutcome.reason,
    ])
  })

  test.for<[string, Parameters<typeof failedCheck>[0]]>([
    ['if its program has the capability', { behave: 'well' }],
    ['if the check does not need the capability', { needs: false }],
    ['if the program crashed', { failed: { ...failedOutcome, verdict: 'crashed' } }],
  ])('a red check keeps its reason %s', async ([, options]) => {
    expect(await failedCheck(options)).toEqual(options.failed ?? failedOutcome)
  })
})
