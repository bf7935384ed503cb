import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { statusOf } from '../answers.ts'
import { flagRow } from '../table/rows.ts'
import { asking, expectKept, path, usual } from './asking.ts'
import { reviews } from './reviews.ts'

const program = 'node-agent'
// What is wrong with all that is kept.
const keeping = ['answers-not-kept', 'answers-kept-since-use', 'orchconfig-ignored']

rule(
  {
    id: 'agent.callers.token',
    level: 'MUST',
    says: 'With --authentication-token-webhook a bearer token is of whom the API server says by a TokenReview.',
    source: flagRow('--authentication-token-webhook', 'behaviour'),
    program,
  },
  () => {
    test('takes the caller for whom the API server names', async () => {
      const { agent, api } = await asking()
      expect(await statusOf(agent.ask(path, { as: 'none', token: 'good-1' }))).toBe(200)
      expect(reviews(api, 'tokenreviews')).toContainEqual(expect.objectContaining({ token: 'good-1' }))
      expect(reviews(api, 'subjectaccessreviews').at(-1)).toMatchObject({ user: 'alice' })
      expect(reviews(api, 'subjectaccessreviews').at(-1)?.groups).toContain('team')
    }).sees('token-webhook-not-asked', 'authorization-webhook-not-asked', 'orchconfig-ignored')

    test('refuses whom the API server does not know', async () => {
      const { agent } = await asking()
      expect(await statusOf(agent.ask(path, { as: 'none', token: 'bad' }))).toBe(401)
    }).sees(
      'token-webhook-not-asked',
      'refused-token-is-anonymous',
      'token-review-unheeded',
      'orchconfig-ignored',
    )

    test({ title: 'calls no server when it is off', id: 'asks nobody when it is off' }, async () => {
      const { agent, api } = await usual()
      await statusOf(agent.ask(path, { as: 'none', token: 'good-2' }))
      expect(reviews(api, 'tokenreviews')).toEqual([])
    }).sees('token-webhook-always-asked')
  },
)

rule(
  {
    id: 'agent.callers.token-ttl',
    level: 'MUST',
    says: 'Responses of the API server to token reviews are cached for --authentication-token-webhook-cache-ttl.',
    source: flagRow('--authentication-token-webhook-cache-ttl', 'behaviour'),
    program,
    waits: true,
  },
  () => {
    test('asks once within that time, and again after it', async () => {
      await expectKept('tokenreviews', { token: 'good-kept' })
    }).sees('token-webhook-not-asked', 'token-ttl-ignored', 'token-ttl-cut-short', ...keeping)
  },
)

rule(
  {
    id: 'agent.callers.allow-ttl',
    level: 'MUST',
    says: 'Allowed responses are cached for --authorization-webhook-cache-authorized-ttl.',
    source: flagRow('--authorization-webhook-cache-authorized-ttl', 'behaviour'),
    program,
    waits: true,
  },
  () => {
    test('asks once within that time, and again after it', async () => {
      await expectKept('subjectaccessreviews', { commonName: 'bob' })
    }).sees(
      'authorization-webhook-not-asked',
      'allow-ttl-ignored',
      'allow-ttl-cut-short',
      'client-certificate-refused',
      'client-certificate-misnamed',
      ...keeping,
    )
  },
)

rule(
  {
    id: 'agent.callers.deny-ttl',
    level: 'MUST',
    says: 'Denied responses are cached for --authorization-webhook-cache-unauthorized-ttl.',
    source: flagRow('--authorization-webhook-cache-unauthorized-ttl', 'behaviour'),
    program,
    waits: true,
  },
  () => {
    test('asks once within that time, and again after it', async () => {
      await expectKept('subjectaccessreviews', { commonName: 'mallory' })
    }).sees(
      'authorization-webhook-not-asked',
      'deny-ttl-ignored',
      'deny-ttl-cut-short',
      'client-certificate-refused',
      'client-certificate-misnamed',
      ...keeping,
    )
  },
)
