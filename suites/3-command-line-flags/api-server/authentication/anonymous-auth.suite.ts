import { createAuthority } from '#harness/certificates/authority.ts'
import { accepts, expect, refuses, rulesOf, says } from '#kit'
import { file, type Flags } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { WebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import {
  audience,
  authenticationConfiguration,
  plainAuthenticator,
} from '../../../shared/authentication/configuration.ts'
import { admittedRequest, withoutCredentials } from '../../../shared/authentication/without-credentials.ts'
import { invalidTimes } from '../../../shared/certificate-chains.ts'
import { clientConfigFile } from '../../../shared/authorization/configuration.ts'
import { typeRule } from '../../../shared/flags/flag-rules.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sharedAuthorizers, sharedOidcHost } from '../../../shared/peers.ts'

const { must } = rulesOf()

const host = sharedOidcHost()
const authorizers = sharedAuthorizers()

/** Returns a server with an authorizer that allows everything, so that a refused caller is not authenticated. */
const serverWith = (flags: Flags): (() => Promise<ApiServer>) =>
  sharedServer(async () => {
    const webhookHost = await authorizers()
    return { peers: [webhookHost], flags: { ...allowingWebhookFlags(webhookHost), ...flags } }
  })
const jwtServerWith = (flags: Flags): (() => Promise<ApiServer>) =>
  sharedServer(async () => {
    const [issuers, webhooks] = await Promise.all([host(), authorizers()])
    const content = authenticationConfiguration({ jwt: [plainAuthenticator(issuers.issuer('plain'))] })
    return {
      peers: [issuers, webhooks],
      flags: {
        ...allowingWebhookFlags(webhooks),
        ...flags,
        '--authentication-config': file('authentication.yaml', content),
      },
    }
  })

const defaultServer = serverWith({})
const anonymousServer = serverWith({ '--anonymous-auth': true })
const closedServer = serverWith({ '--anonymous-auth': false })
const serverWithoutFlags = sharedServer(() => ({}))
const serverWithFile = jwtServerWith({})
const closedServerWithFile = jwtServerWith({ '--anonymous-auth': false })

function allowingWebhookFlags(running: WebhookAuthorizers): Flags {
  const config = clientConfigFile('everybody', running.webhook('everybody').clientConfig())
  return { '--authorization-mode': 'Webhook', '--authorization-webhook-config-file': config }
}

must('flag.anonymous-auth.switches', flagRow('--anonymous-auth', 'meaning'), () => {
  says('Requests without credentials are accepted by default and with --anonymous-auth=true, not with false.')
  accepts('requests without credentials by default', async () => {
    expect(await withoutCredentials(await defaultServer(), '/api')).toMatchObject({ letIn: true })
  }).sees('anonymous-auth-default-off')

  accepts(
    {
      title: 'requests without credentials when the flag is true',
      id: 'requests without credentials when it is true',
    },
    async () => {
      expect(await withoutCredentials(await anonymousServer(), '/api')).toMatchObject({ letIn: true })
    },
  ).sees('anonymous-auth-true-ignored')

  refuses(
    {
      title: 'requests without credentials when the flag is false',
      id: 'requests without credentials when it is false',
    },
    async () => {
      expect(await withoutCredentials(await closedServer(), '/api')).toMatchObject({ letIn: false })
    },
  ).sees('anonymous-auth-flag-ignored')
})

must('flag.anonymous-auth.default-authorization', flagRow('--anonymous-auth', 'default'), () => {
  says('Requests without credentials are accepted by default, under the default authorization too.')
  accepts('requests without credentials when no flag is set', async () => {
    expect(await withoutCredentials(await serverWithoutFlags(), '/api')).toMatchObject({ letIn: true })
  }).sees('authorization-mode-default-denies')
})

must(
  'flag.anonymous-auth.rejected-credentials',
  {
    ...flagRow('--anonymous-auth', 'not rejected by another authenticator'),
    twin: 'flag.anonymous-auth.switches/accepts-requests-without-credentials-by-default',
  },
  () => {
    says('A request whose credentials another authenticator rejects is not anonymous.')
    refuses({ title: 'an unknown bearer token', id: 'a bearer token that nobody issued' }, async () => {
      const server = await defaultServer()

      expect(await admittedRequest(server, { path: '/api', token: 'nobody-issued-this' })).toMatchObject({
        letIn: false,
      })
    }).sees('anonymous-after-rejected-credentials')

    refuses(
      {
        title: 'a client certificate that an unknown authority signed',
        id: 'a client certificate of an unknown authority',
      },
      async () => {
        const strangerAuthority = await createAuthority('a stranger CA')
        const strangerPair = strangerAuthority.issue({ commonName: 'alice', usage: 'client', hosts: [] })
        const server = await defaultServer()

        expect(await admittedRequest(server, { path: '/api', as: strangerPair })).toMatchObject({
          letIn: false,
        })
      },
    ).sees('anonymous-after-rejected-credentials')

    refuses
      .for(invalidTimes)(
        { title: 'a client certificate that %s', id: 'a client certificate that %s' },
        async (times) => {
          const server = await defaultServer()
          const as = server.credentials.authority.issue({
            commonName: 'alice',
            usage: 'client',
            hosts: [],
            ...times(),
          })

          expect(await admittedRequest(server, { path: '/api', as })).toMatchObject({ letIn: false })
        },
      )
      .sees('anonymous-after-rejected-credentials')

    refuses({ title: 'an expired token of an issuer', id: 'an expired token of an issuer' }, async () => {
      const server = await serverWithFile()
      const exp = Math.floor(Date.now() / 1_000) - 3_600
      const token = await (await host()).issuer('plain').mint({ aud: [audience], exp })

      expect(await admittedRequest(server, { path: '/api', token })).toMatchObject({ letIn: false })
    }).sees('anonymous-after-rejected-credentials')
  },
)

must(
  'flag.anonymous-auth.beside-file',
  flagRow('--authentication-config', 'anonymous not configured'),
  () => {
    says('If the file does not configure anonymous, the flag has the same effect as without a file.')
    accepts(
      {
        title: 'requests without credentials with a file that does not configure anonymous',
        id: 'requests without credentials beside such a file',
      },
      async () => {
        expect(await withoutCredentials(await serverWithFile(), '/api')).toMatchObject({ letIn: true })
      },
    ).sees('anonymous-off-with-jwt-file')

    refuses(
      {
        title:
          'requests without credentials when the flag is false, with a file that does not configure anonymous',
        id: 'requests without credentials when it is false beside such a file',
      },
      async () => {
        expect(await withoutCredentials(await closedServerWithFile(), '/api')).toMatchObject({ letIn: false })
      },
    ).sees('anonymous-flag-beside-jwt-file-refused')
  },
)

typeRule('--anonymous-auth', {
  acceptedStart: 'flag.anonymous-auth.switches/accepts-requests-without-credentials-when-it-is-true',
})
