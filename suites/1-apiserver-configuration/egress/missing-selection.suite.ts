import { becomesTrue, currentCheck, expect, refuses, rulesOf, says } from '#kit'
import { file, type Flags } from '#kit/launch.ts'
import { isUnauthenticated, whoAmI } from '#harness/programs/reviews.ts'
import { startTunnelProxy } from '#mocks/tunnel-proxy/index.ts'
import { startOidcHost } from '#mocks/oidc-issuer/index.ts'
import { startOutcome } from '../../shared/api-server.ts'
import {
  authenticationConfiguration,
  plainAuthenticator,
  withIssuer,
} from '../../shared/authentication/configuration.ts'
import { connectionTo, egressFlag } from './configuration.ts'

const { must } = rulesOf({
  document: 1,
  section: 'AuthenticationConfiguration',
  limitMs: 60_000,
  twin: 'authn.jwt.no-egress-without-selector-type/reaches-issuer-url-without-the-proxies-of-the-egress-selections',
})

// A server that dials an issuer directly accepts its tokens within this time.
const acceptedWithinMs = 15_000

const fixtures: Readonly<Record<string, () => Promise<Flags>>> = {
  'without an egress file': async () => ({}),
  'with an egress file that has another selection': async () => {
    const proxy = await startTunnelProxy()
    currentCheck().defer(() => proxy.stop())
    return egressFlag({ controlplane: connectionTo(proxy) })
  },
}

must('egress.issuer.missing-selection', { row: 'egressSelectorType', aspect: 'missing selection' }, () => {
  says('An issuer whose egress selection is not configured is never dialled directly.')
  refuses
    .for(fixtures)('the file, or tokens of the issuer, %s', async (flags) => {
      const startResult = await startWithSelector('cluster', await flags())
      currentCheck().observe('start', startResult.outcome)
      expect(startResult.outcome).toBeOneOf(['ready', 'refused'])
      expect(startResult).toMatchObject({ isAccepted: false, requests: [] })
    })
    .sees('egress-missing-selection-dialled-directly')
})

/** Starts a server for one issuer, and presents a token of it if the server becomes ready. */
async function startWithSelector(egressSelectorType: string, flags: Flags) {
  const host = await startOidcHost()
  currentCheck().defer(() => host.stop())
  const issuer = host.issuer('issuer')
  const jwt = [withIssuer(plainAuthenticator(issuer), { egressSelectorType })]
  let isAccepted = false
  const spec = {
    peers: [host],
    flags: {
      '--authentication-config': file('authentication.yaml', authenticationConfiguration({ jwt })),
      '--anonymous-auth': false,
      ...flags,
    },
  }
  const { outcome } = await startOutcome(spec, async (server) => {
    const accepts = async (): Promise<boolean> =>
      !isUnauthenticated(await whoAmI(server, { token: await issuer.mint() }))
    isAccepted = await becomesTrue(accepts, acceptedWithinMs)
  })
  return { outcome, isAccepted, requests: issuer.journal.map(({ what }) => what) }
}
