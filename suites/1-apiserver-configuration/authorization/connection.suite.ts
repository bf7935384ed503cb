import { createAuthority } from '#harness/certificates/authority.ts'
import { expect, rulesOf, says, test } from '#kit'
import { type ClientConfig, clientConfig } from '#mocks/webhook/index.ts'
import { issueClient } from '#mocks/tls/index.ts'
import { allow } from '#mocks/webhook-authorizer/index.ts'
import { chainOf } from './authorizers.ts'
import { lastName } from '../../shared/authorization/judged-caller.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

// Path below the path that identifies the webhook.
const pathPrefix = 'further/below'
const webhookToken = 'token-for-the-webhook'
const webhookClient = 'api-server-towards-the-webhook'

/** Returns the client configuration with an unusable context before its own contexts. */
function withSecondContext(config: ClientConfig): ClientConfig {
  const cluster = { name: 'nowhere', cluster: { server: 'https://127.0.0.1:1/' } }
  const context = { name: 'nowhere', context: { cluster: 'nowhere', user: 'implementation' } }
  return { ...config, clusters: [cluster, ...config.clusters], contexts: [context, ...config.contexts] }
}

const authorizers = chainOf('connection', {
  plain: {},
  deep: {
    connect: ({ url, certificateAuthority }) =>
      clientConfig({ server: `${url}/${pathPrefix}`, certificateAuthority }),
  },
  'second-context': { connect: (webhook) => withSecondContext(webhook.clientConfig()) },
  'several-authorities': {
    connect: async ({ url, certificateAuthority }) => {
      const { certificate } = await createAuthority('a stranger CA')
      return clientConfig({
        server: url,
        certificateAuthority: `${certificate}\n${certificateAuthority}`,
      })
    },
  },
  insecure: { connect: (webhook) => webhook.clientConfig({ insecure: true }) },
  token: { connect: (webhook) => webhook.clientConfig({ token: webhookToken }) },
  certificate: {
    connect: async (webhook) =>
      webhook.clientConfig({ client: await issueClient({ commonName: webhookClient }) }),
  },
})

must('authz.webhook.connection-address', 'connectionInfo', () => {
  says('The webhook is called at the address in the client configuration file.')
  test(
    { title: 'calls exactly the address in the file', id: 'asks exactly the address of the file' },
    async () => {
      const judgedCaller = await authorizers.caller('deep')
      const webhook = (await authorizers.host()).webhook(`${authorizers.nameOf('deep')}/${pathPrefix}`)
      webhook.about(judgedCaller.caller.name).answer({ review: allow() })
      await judgedCaller.caller.expectAllowed()

      const requests = (await authorizers.host()).journal.filter(
        ({ review, path }) => review?.spec.user === judgedCaller.caller.name && path !== `/${lastName}`,
      )
      expect(requests.map(({ origin, path }) => `${origin}${path}`)).toEqual([webhook.url])
    },
  ).sees('client-config-server-path-cut')

  test(
    { title: 'calls the server of the current context', id: 'asks the server of the current context' },
    async () => {
      expect(await (await authorizers.caller('second-context')).outcome()).toMatchObject({
        decision: 'allowed',
        calls: 1,
      })
    },
  ).sees('client-config-current-context-ignored')

  test(
    {
      title: 'calls a server without verification if the file requests that',
      id: 'asks a server that the file says not to verify',
    },
    async () => {
      expect(await (await authorizers.caller('insecure')).outcome()).toMatchObject({
        decision: 'allowed',
        calls: 1,
      })
    },
  ).sees('client-config-insecure-ignored')
})

must('authz.webhook.connection-bundle', 'orchConfigFile', () => {
  says('Each CA in the client configuration file verifies the webhook.')
  test({ title: 'calls a webhook with a certificate of the last CA', id: 'last' }, async () => {
    expect(await (await authorizers.caller('several-authorities')).outcome()).toMatchObject({
      decision: 'allowed',
      calls: 1,
    })
  }).sees('client-config-bundle-cut')
})

must(
  'authz.webhook.connection-credentials',
  { section: 'Authentication', row: 'Webhook authorizer connection credentials' },
  () => {
    says('The credentials towards the webhook are those of its client configuration file.')
    test('sends the bearer token of the file', async () => {
      const judgedCaller = await authorizers.caller('token')
      await judgedCaller.caller.expectAllowed()

      expect(judgedCaller.calls()[0]).toMatchObject({ bearerToken: webhookToken })
    }).sees('client-config-token-not-sent')

    test('presents the client certificate of the file', async () => {
      const judgedCaller = await authorizers.caller('certificate')
      await judgedCaller.caller.expectAllowed()

      expect(judgedCaller.calls()[0]?.client).toMatchObject({ commonName: webhookClient, trusted: true })
    }).sees('client-config-certificate-not-shown')

    test(
      { title: 'sends no token if the file has none', id: 'sends no token that the file does not hold' },
      async () => {
        const judgedCaller = await authorizers.caller('plain')
        await judgedCaller.caller.expectAllowed()

        expect(judgedCaller.calls()[0]?.bearerToken).toBe(undefined)
      },
    ).sees('client-config-token-invented')
  },
)
