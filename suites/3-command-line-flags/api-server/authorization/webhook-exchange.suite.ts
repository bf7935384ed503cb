import { expect, refuses, rulesOf, says, test } from '#kit'
import { allow, noOpinion, wrongVersion } from '#mocks/webhook-authorizer/index.ts'
import type { SubjectAccessReview } from '#mocks/webhook-authorizer/index.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { configFile, plain, token, v1, version } from './webhook-servers.ts'

const { must } = rulesOf()

must('flag.authorization-webhook-config-file.leads-to-webhook', flagRow(configFile), () => {
  says(
    'In mode Webhook, the webhook of the file is called, with the credentials of the file, and its response decides.',
  )
  test(
    {
      title: 'the webhook of the file receives requests with the credentials of the file',
      id: 'the webhook of the file is asked with the credentials of the file',
    },
    async () => {
      const judgedCaller = await plain.caller({ answer: allow() })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
      expect(judgedCaller.calls()[0]).toMatchObject({ bearerToken: token, path: '/plain' })
    },
  ).sees('client-config-token-not-sent')

  refuses(
    {
      title: 'a request about which the only webhook has no opinion',
      id: 'what the only webhook leaves open',
    },
    async () => {
      const judgedCaller = await plain.caller({ answer: noOpinion() })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    },
  ).sees('undecided-end-allows')
})

must('flag.authorization-webhook-version.exchanged', flagRow(version), () => {
  says('The review is exchanged in the version of the flag, v1beta1 without it.')
  const domain = (): string => `authorization.${targetDialect().groupDomain}`
  const responseOfOtherVersion = (honest: SubjectAccessReview) => wrongVersion(allow()(honest))

  test(
    { title: 'reviews have version v1beta1 without the flag', id: 'v1beta1 is exchanged without the flag' },
    async () => {
      const judgedCaller = await plain.caller()

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
      expect(judgedCaller.calls()[0]?.review?.apiVersion).toBe(`${domain()}/v1beta1`)
    },
  ).sees('authorization-webhook-version-default-v1')

  test(
    { title: 'reviews have version v1 if the flag is v1', id: 'v1 is exchanged where the flag says so' },
    async () => {
      const judgedCaller = await v1.caller()

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
      expect(judgedCaller.calls()[0]?.review?.apiVersion).toBe(`${domain()}/v1`)
    },
  ).sees('authorization-webhook-version-ignored')

  refuses(
    { title: 'a response of version v1 without the flag', id: 'an answer of version v1 without the flag' },
    async () => {
      const judgedCaller = await plain.caller({ answer: responseOfOtherVersion })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    },
  ).sees('answer-version-unchecked')

  refuses(
    {
      title: 'a response of version v1beta1 if the flag is v1',
      id: 'an answer of version v1beta1 where the flag says v1',
    },
    async () => {
      const judgedCaller = await v1.caller({ answer: responseOfOtherVersion })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    },
  ).sees('answer-version-unchecked')
})
