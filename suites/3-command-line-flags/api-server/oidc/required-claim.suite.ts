import { accepts, expect, refuses, rulesOf, says, seeing, test } from '#kit'
import { typeRule } from '../../../shared/flags/flag-rules.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { oidcFlags } from './flags.ts'
import { servers } from './shared-servers.ts'

const { must } = rulesOf({ capability: 'who-am-i' })

const { host, namedClaims, listedClaims } = servers

must('flag.oidc-required-claim.requires', flagRow('--oidc-required-claim', 'meaning'), () => {
  says('Each pair of --oidc-required-claim, which may be repeated, is required of tokens.')
  accepts('a token with every required claim', async () => {
    expect(await namedClaims.user()).toBeDefined()
  }).sees('oidc-ca-file-ignored')

  const nearMisses = {
    'without the first claim': seeing(['oidc-only-last-required-claim'], { tier: undefined }),
    'with another value of the first claim': seeing(['oidc-only-last-required-claim'], { tier: 'silver' }),
    'without the second claim': seeing(['required-claim-missing-accepted'], { region: undefined }),
    'with another value of the second claim': seeing(['only-first-claim-rule-applied'], {
      region: 'south',
    }),
  }

  refuses.for(nearMisses)('a token %s', async (change) => {
    await namedClaims.expectClaimsRefused(change)
  })
})

must('flag.oidc-required-claim.list', flagRow('--oidc-required-claim', 'pairs'), () => {
  says('Pairs of --oidc-required-claim may also be in one comma-separated list.')
  test(
    { title: 'requires each pair of a comma-separated list', id: 'requires each pair of a list' },
    async () => {
      expect(await listedClaims.user()).toBeDefined()
      await listedClaims.expectClaimsRefused({ tier: 'silver' })
      await listedClaims.expectClaimsRefused({ region: 'south' })
    },
  ).sees('oidc-only-last-required-claim')
})

typeRule('--oidc-required-claim', {
  acceptedStart: 'flag.oidc-required-claim.requires/accepts-a-token-with-every-required-claim',
  extraSpec: async () => ({ flags: oidcFlags((await host()).issuer('named')) }),
})
