import { accepts, expect, refuses, rulesOf, says, test, until } from '#kit'
import { whoAmI } from '#harness/programs/reviews.ts'
import { expectUnauthenticated } from '../../../shared/authentication/expect-unauthenticated.ts'
import { Caller } from '../../../shared/authorization/callers.ts'
import { expectIdentity, identity } from '../identity.ts'
import {
  authorities,
  server,
  type CertificateBearer,
  triedWithinMs,
  otherBearers,
} from './authorities-fixture.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

must(
  'authn.jwt.certificate-authority-of-no-other-peer',
  { row: 'certificateAuthority', aspect: 'next to other CAs' },
  () => {
    says(
      'An issuer is known by issuer.certificateAuthority alone, not by a CA that is named for another peer.',
    )
    accepts(
      {
        title: 'a token of the issuer whose certificate the named CA signed',
        id: 'a token of the issuer whose certificate is of the named CA',
      },
      async () => {
        const token = await (await authorities()).issuer('issuers').mint({ sub: 'alice' })

        await until(async () => (await identity(await server(), { token })) !== 'nobody', {
          withinMs: triedWithinMs,
          what: 'the token was accepted',
        }).catch(() => {})
        await expectIdentity(await server(), { token }, { username: 'alice' })
      },
    ).sees('egress-used-without-selector-type')

    refuses
      .for(otherBearers('issuers'))(
        {
          title: 'a token of an issuer whose certificate is signed by the CA %s',
          id: 'a token of an issuer whose certificate is of the CA %s',
        },
        async (name) => {
          const [running, { host, issuer }] = [await server(), await authorities()]
          const issuerOfOtherAuthority = issuer(name)
          await until(
            () => host.journal.some(({ origin }) => issuerOfOtherAuthority.url.startsWith(`${origin}/`)),
            {
              withinMs: triedWithinMs,
              what: 'the server connected with the issuer',
            },
          )

          const token = await issuerOfOtherAuthority.mint({ sub: 'alice' })
          expectUnauthenticated(await whoAmI(running, { as: 'none', token }))
          expect(
            issuerOfOtherAuthority.journal.map(({ what }) => what),
            'what the issuer was asked',
          ).toEqual([])
        },
      )
      .sees('certificate-authority-joined-by-flags')
  },
)

must(
  'authz.webhook.connection.authority-of-no-other-peer',
  { section: 'AuthorizationConfiguration', row: 'orchConfigFile', aspect: 'next to other CAs' },
  () => {
    says(
      'A webhook is known by the CA of its client configuration alone, not by one that is named for another peer.',
    )
    const outcomeOf = async (name: CertificateBearer): Promise<unknown> => {
      const { webhooks } = await authorities()
      const webhookCaller = Caller.of(await server(), `of-${name}.caller`)
      await webhookCaller.expectAllowed()
      const requestCount = (webhook: string): number =>
        webhooks.webhook(webhook).about(webhookCaller.name).journal.length
      return { own: requestCount(`of-${name}`), last: requestCount('last') }
    }

    test(
      {
        title: 'calls a webhook whose certificate the named CA signed',
        id: 'asks a webhook whose certificate is of the named CA',
      },
      async () => {
        expect(await outcomeOf('webhooks'), 'how often each was asked').toEqual({ own: 1, last: 0 })
      },
    ).sees('authorizers-sorted-by-name')

    refuses
      .for(otherBearers('webhooks'))(
        {
          title: 'to call a webhook whose certificate is signed by the CA %s',
          id: 'to ask a webhook whose certificate is of the CA %s',
        },
        async (name) => {
          expect(await outcomeOf(name), 'how often each was asked').toEqual({ own: 0, last: 1 })
        },
      )
      .sees('client-config-server-not-verified')
  },
)
