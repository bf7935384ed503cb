import { createAuthority } from '#harness/certificates/authority.ts'
import { expect, refuses, rulesOf, says, test } from '#kit'
import { statusOf } from '../status.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { reviewingAgent, defaultReviewingFixture } from './authentication-requests.ts'
import { certificateOf, path, reviews } from './reviews.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'Authentication', program })

must('agent.callers.names', 'node agent: authenticators', () => {
  says(
    'Clients are called by the common name of their certificate, those without credentials system:anonymous.',
  )
  test(
    { title: 'names a client by its certificate in the review', id: 'calls a client by its certificate' },
    async () => {
      const { agent, api } = await reviewingAgent()
      await statusOf(agent.send(path, { as: await certificateOf('carol') }))
      expect(reviews(api, 'subjectaccessreviews').map(({ user }) => user)).toContain('carol')
    },
  ).sees('client-certificate-misnamed')

  test(
    { title: 'names a caller without credentials as anonymous in the review', id: 'calls nobody anonymous' },
    async () => {
      const { agent, api } = await reviewingAgent()
      await statusOf(agent.send(path, { as: 'none' }))
      const anonymousReview = reviews(api, 'subjectaccessreviews').find(
        ({ user }) => user === 'system:anonymous',
      )
      expect(anonymousReview?.groups).toEqual(['system:unauthenticated'])
    },
  ).sees('anonymous-named-otherwise')

  test(
    {
      title: 'does not treat a client whose certificate another authority signed as anonymous',
      id: 'takes nobody for anonymous whose certificate is of another authority',
    },
    async () => {
      const { agent } = await reviewingAgent()
      const unknownPair = (await createAuthority()).issue({ commonName: 'eve', usage: 'client', hosts: [] })
      expect(await statusOf(agent.send(path, { as: unknownPair }))).toBe(401)
    },
  ).sees('client-certificate-unverified')
})

const modes = {
  'agent.callers.authorization': {
    document: 3,
    section: 'Authentication',
    rows: ['node agent: authorization modes'],
  } as const,
  'agent.flag.authorization-mode.behaviour': flagRow('--authorization-mode', 'behaviour'),
}

for (const [id, source] of Object.entries(modes)) {
  const ownSuffix = id.length.toString()
  must(id, source, () => {
    says(
      'In the mode Webhook, the API server says by a SubjectAccessReview who may; in AlwaysAllow everybody may.',
    )
    test({ title: 'serves a permitted client', id: 'serves whom it is permitted' }, async () => {
      const { agent, api } = await reviewingAgent()
      expect(await statusOf(agent.send(path, { as: await certificateOf(`dave-${ownSuffix}`) }))).toBe(200)
      expect(reviews(api, 'subjectaccessreviews').map(({ user }) => user)).toContain(`dave-${ownSuffix}`)
    }).sees('client-certificate-misnamed')

    refuses({ title: 'a client that is not permitted', id: 'whom it is not' }, async () => {
      const { agent } = await reviewingAgent()
      expect(await statusOf(agent.send(path, { as: await certificateOf('mallory') }))).toBe(403)
    }).sees('denial-unheeded')

    test(
      { title: 'calls no authorizer in the mode AlwaysAllow', id: 'asks nobody in the mode AlwaysAllow' },
      async () => {
        const { agent, api } = await defaultReviewingFixture()
        expect(await statusOf(agent.send(path, { as: await certificateOf('mallory') }))).toBe(200)
        expect(reviews(api, 'subjectaccessreviews')).toEqual([])
      },
    ).sees('authorization-webhook-always-asked')
  })
}
