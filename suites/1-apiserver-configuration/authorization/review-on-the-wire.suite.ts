import { expect, refuses, rulesOf, says, test } from '#kit'
import { allow, type SubjectAccessReview, wrongVersion } from '#mocks/webhook-authorizer/index.ts'
import { reviewAccess, reviewSpec } from './access-review.ts'
import { chainOf } from './authorizers.ts'
import { targetDialect } from '../../shared/dialect.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'Endpoints' })

const section = 'AuthorizationConfiguration'

const authorizers = chainOf('wire', {
  v1: {},
  v1beta1: { fields: () => ({ subjectAccessReviewVersion: 'v1beta1' }) },
})

const versions = { v1: 'v1', v1beta1: 'v1beta1' } as const

must('authz.webhook.review-version', { section, row: 'subjectAccessReviewVersion' }, () => {
  says('The review is sent in subjectAccessReviewVersion, and expected back in it.')
  const versionFaults = { v1: 'review-v1-sent-as-v1beta1', v1beta1: 'review-v1beta1-sent-as-v1' }

  test
    .for(versions)(
      {
        title: 'sends a review of version %s and accepts a response of that version',
        id: 'sends a review of version %s and takes one back',
      },
      async (version) => {
        const judgedCaller = await authorizers.caller(version)

        expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
        expect(judgedCaller.calls()[0]?.review?.apiVersion).toBe(
          `authorization.${targetDialect().groupDomain}/${version}`,
        )
      },
    )
    .sees((version) => versionFaults[version])

  refuses
    .for(versions)(
      {
        title: 'an allow response of a version other than %s',
        id: 'an allow answer of another version than %s',
      },
      async (version) => {
        const otherVersion = (honest: SubjectAccessReview) => wrongVersion(allow()(honest))
        const judgedCaller = await authorizers.caller(version, { answer: otherVersion })

        expect(await judgedCaller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
      },
    )
    .sees('answer-version-unchecked')
})

must('authz.webhook.review-sent', 'webhook authorizer', () => {
  says('What is sent to the webhook is a SubjectAccessReview, and it is about the caller.')
  test('sends a SubjectAccessReview about the user and their groups', async () => {
    const judgedCaller = await authorizers.caller('v1', { groups: ['crew', 'night shift'] })
    await judgedCaller.caller.expectAllowed()

    const review = judgedCaller.calls()[0]?.review
    expect(review).toMatchObject({ kind: 'SubjectAccessReview', spec: { user: judgedCaller.caller.name } })
    expect(review?.spec.groups).toEqual(expect.arrayContaining(['crew', 'night shift']))
  }).sees('client-certificate-organization-is-user')

  test(
    {
      title: 'sends each attribute of the user and of the request',
      id: 'sends each attribute of the user and of what they ask for',
    },
    async (check) => {
      check.needs('access-review')
      const judgedCaller = await authorizers.caller('v1')
      const spec = {
        user: judgedCaller.caller.name,
        uid: 'u-1',
        groups: ['crew'],
        extra: { 'example.org/tier': ['gold', 'new'] },
        resourceAttributes: {
          verb: 'patch',
          group: 'apps',
          version: 'v1',
          namespace: 'default',
          resource: 'deployments',
          subresource: 'scale',
          name: 'one',
        },
      }
      await reviewSpec(await authorizers.server(), spec)

      expect(judgedCaller.calls()[0]?.review?.spec, 'what the webhook was asked').toMatchObject(spec)
    },
  ).sees('review-without-uid')

  test(
    {
      title: 'sends the groups in the v1beta1 field in a review of version v1beta1',
      id: 'spells the groups in version v1beta1 as that version does',
    },
    async () => {
      const judgedCaller = await authorizers.caller('v1beta1', { groups: ['crew', 'night shift'] })
      await judgedCaller.caller.expectAllowed()

      expect(judgedCaller.calls()[0]?.review?.spec.group).toEqual(
        expect.arrayContaining(['crew', 'night shift']),
      )
    },
  ).sees('v1beta1-sent-with-groups')
})

unspecified('authz.webhook.request-shape', 'webhook authorizer', () => {
  says('Unspecified: the method, the headers and the attributes of the call.')
  test('the call for a path is recorded', async (check) => {
    const judgedCaller = await authorizers.caller('v1')
    await judgedCaller.outcome('/livez')

    const [request] = judgedCaller.calls()
    check.observe('method', request?.method)
    check.observe('query', request?.query)
    check.observe('content type', request?.headers?.['content-type'])
    check.observe('attributes of GET /livez', request?.review?.spec.nonResourceAttributes)
  })

  test('the call for a resource is recorded', async (check) => {
    const judgedCaller = await authorizers.caller('v1')
    const path = '/api/v1/namespaces/default/secrets/mine?fieldSelector=metadata.name%3Dmine'
    await judgedCaller.outcome(path)

    check.observe(`attributes of GET ${path}`, judgedCaller.calls()[0]?.review?.spec.resourceAttributes)
  })

  test(
    {
      title: 'the call for a review of another user is recorded',
      id: 'the call for a review of somebody else is recorded',
    },
    async (check) => {
      check.needs('access-review')
      const judgedCaller = await authorizers.caller('v1')
      const attributes = { namespace: 'default', verb: 'list', resource: 'pods', subresource: 'log' }
      const verdict = await reviewAccess(await authorizers.server(), judgedCaller.caller.name, attributes)

      check.observe('the verdict', verdict)
      check.observe('the attributes', judgedCaller.calls()[0]?.review?.spec.resourceAttributes)
    },
  )
})
