import { afterAll, expect, test } from 'vitest'
import { asCheck } from '#harness/testing/fake-check.ts'
import { startWebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'
import { post } from '#mocks/webhook/testing/post.ts'
import { startServer } from '../api-server.ts'
import { Caller } from './callers.ts'
import { type JudgedCaller, judgedCaller, lastName } from './judged-caller.ts'

const host = await startWebhookAuthorizers()
afterAll(() => host.stop())

/** Request without a response, during which the tests send reviews. */
const unanswered = ['/hang', 1_500] as const

const withJudgedCaller = <T>(body: (caller: JudgedCaller) => Promise<T>): Promise<T> =>
  asCheck(async () => body(judgedCaller(await startServer({}), host, 'own')))

async function send(name: string, user: string): Promise<void> {
  const review = { apiVersion: 'authorization.orch.io/v1', kind: 'SubjectAccessReview', spec: { user } }
  await post(host.webhook(name).clientConfig(), review)
}

test('a caller is allowed if the server serves the request, and refused if the server forbids it', async () => {
  const decisions = await withJudgedCaller(async ({ caller }) =>
    Promise.all(
      ['/readyz', '/status/405', '/status/403', '/status/404'].map((path) => caller.requestDecision(path)),
    ),
  )

  expect(decisions).toEqual(['allowed', 'allowed', 'refused', 'refused'])
})

test('expectRefused rejects an allowed request, and expectAllowed rejects a forbidden request', async () => {
  await withJudgedCaller(async ({ caller }) => {
    await expect(caller.expectAllowed()).resolves.toBeUndefined()
    await expect(caller.expectRefused()).rejects.toThrow(/what own\..* may do/)
    await expect(caller.expectRefused('/status/403')).resolves.toBeUndefined()
    await expect(caller.expectAllowed('/status/403')).rejects.toThrow(/may do/)
  })
})

test('an unauthenticated caller has no decision', async () => {
  await withJudgedCaller(async ({ caller }) => {
    await expect(caller.requestDecision('/status/401')).rejects.toThrow(/was not authenticated/)
  })
})

test('an outcome counts the webhook calls about this caller during the request', async () => {
  const callerOutcome = await withJudgedCaller(async (caller) => {
    await send('own', caller.caller.name)
    const pendingOutcome = caller.outcome(...unanswered)
    await send('own', caller.caller.name)
    await send('own', 'somebody else')
    await send(lastName, caller.caller.name)
    return pendingOutcome
  })

  expect(callerOutcome).toEqual({ decision: 'unanswered', calls: 1, passedOn: true })
})

test('a decision without a webhook call is distinguished from a decision with a call', async () => {
  await withJudgedCaller(async (caller) => {
    expect(await caller.outcome()).toEqual({ decision: 'allowed', calls: 0, passedOn: false })
    expect(() => caller.requireRequest()).toThrow(/never asked about/)
    await send('own', caller.caller.name)
    expect(() => caller.requireRequest()).not.toThrow()
  })
})

test('a caller with groups can be created if the target reads groups from certificates', async () => {
  await asCheck(async () => {
    const server = await startServer({})
    expect(Caller.of(server, 'bob', ['crew']).name).toBe('bob')
  })
})
