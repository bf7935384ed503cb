import { X509Certificate } from 'node:crypto'
import { dirname, join } from 'node:path'
import { createAuthority } from '#harness/certificates/authority.ts'
import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { shared } from '#harness/check/shared.ts'
import { comesTrue } from '#harness/machine/until.ts'
import { nodeName } from '#harness/programs/node-agent.ts'
import { sharedAgent, startAgent } from '../../../shared/node-agent.ts'
import { shownBy } from '../shown-certificate.ts'
import { flagRow } from '../table/rows.ts'
import { sharedWorld } from '../world.ts'
import { asksWithinMs, bootstrapFlags, grant, requestsOf, sharedPlace, token } from './signing.ts'

const { must } = rulesOf({ program: 'node-agent', limitMs: 120_000 })

const ofServing = 'orch.io/orchlet-serving'
const ofClients = 'orch.io/orch-apiserver-client-orchlet'
const minuteMs = 60_000

/** Validity of a certificate that is near its end. */
const ending = () => ({
  notBefore: new Date(Date.now() - 300 * minuteMs),
  notAfter: new Date(Date.now() + 10 * minuteMs),
})

/** Validity of a certificate that is far from its end. */
const lasting = () => ({
  notBefore: new Date(Date.now() - 10 * minuteMs),
  notAfter: new Date(Date.now() + 100 * 24 * 60 * minuteMs),
})
// An agent that requests another certificate for any reason but its age does so as soon as it has the first one.
const noOtherWithinMs = 10_000

const servingFlags = {
  '--rotate-server-certificates': true,
  '--feature-gates': 'RotateOrchletServerCertificate=true',
  '--tls-cert-file': undefined,
  '--tls-private-key-file': undefined,
}
const rotating = sharedWorld(() => ({ flags: servingFlags }))
/** The certificate that the first request for one leads to, and what the agent showed before. */
const issued = shared(async () => {
  const { api, agent } = await rotating()
  await comesTrue(() => requestsOf(api, ofServing).length > 0, asksWithinMs)
  const before = await shownBy(agent)
  const [first] = requestsOf(api, ofServing)
  const text = first && grant(api, first, await createAuthority(), ending())
  return { before, certificate: text === undefined ? undefined : new X509Certificate(text) }
})

must('agent.node.serving-certificate', flagRow('--rotate-server-certificates', 'behaviour'), () => {
  says('With --rotate-server-certificates, serving certificates are requested, used and renewed.')
  test('requests a serving certificate', async () => {
    const { before, certificate } = await issued()
    currentCheck().observe('shown before the approval', before?.subject ?? 'nothing')
    expect(certificate, 'a request for a serving certificate').toBeDefined()
  }).sees('serving-certificate-not-requested')

  test('shows it once it is issued', async () => {
    const { agent } = await rotating()
    const { certificate } = await issued()
    expect(certificate, 'an issued certificate').toBeDefined()
    const isShown = async () => (await shownBy(agent))?.fingerprint256 === certificate?.fingerprint256
    expect(await comesTrue(isShown, asksWithinMs)).toBe(true)
  }).sees('serving-certificate-not-shown')

  test('requests another one before it ends', async () => {
    const { api } = await rotating()
    expect((await issued()).certificate, 'an issued certificate').toBeDefined()
    expect(await comesTrue(() => requestsOf(api, ofServing).length > 1, asksWithinMs)).toBe(true)
  }).sees('serving-certificate-not-renewed', 'serving-certificate-renewed-for-names-alone')

  test('requests no other one while it lasts', async () => {
    const agent = await keeping()
    const { api } = await lastingPlace()
    const certificate = await kept(ofServing)
    const isShown = async () => (await shownBy(agent))?.fingerprint256 === certificate?.fingerprint256
    expect(await comesTrue(isShown, asksWithinMs), 'the issued certificate is shown').toBe(true)
    expect(await comesTrue(() => requestsOf(api, ofServing).length > 1, noOtherWithinMs)).toBe(false)
  }).sees('serving-certificate-renewed-at-once')
})

const lastingPlace = sharedPlace()
const lastingFlags = async () => {
  const own = await lastingPlace()
  return {
    ...bootstrapFlags(own),
    ...servingFlags,
    '--rotate-certificates': true,
    '--cert-dir': { path: join(dirname(own.path), 'pki') },
  }
}
const keeping = sharedAgent(async () => {
  void kept(ofClients)
  return { flags: await lastingFlags() }
})
const keptOf = (signer: string) =>
  shared(async () => {
    const { api } = await lastingPlace()
    await comesTrue(() => requestsOf(api, signer).length > 0, asksWithinMs)
    const [first] = requestsOf(api, signer)
    return first && new X509Certificate(grant(api, first, await createAuthority(), lasting()))
  })
const keptOnes = { [ofServing]: keptOf(ofServing), [ofClients]: keptOf(ofClients) }
/** The first certificate of a signer, which is far from its end. */
const kept = (signer: keyof typeof keptOnes) => keptOnes[signer]?.()

const place = sharedPlace()
const renewing = sharedAgent(async () => {
  const own = await place()
  void (async () => {
    await comesTrue(() => requestsOf(own.api).length > 0, asksWithinMs)
    const [first] = requestsOf(own.api)
    if (first) grant(own.api, first, await createAuthority(), ending())
  })()
  return { flags: { ...bootstrapFlags(own), '--rotate-certificates': true } }
})

must('agent.node.client-certificate-renewal', flagRow('--rotate-certificates', 'behaviour'), () => {
  says('With --rotate-certificates, another client certificate is requested before the first one ends.')
  test('requests another one with the first one', async () => {
    await renewing()
    const { api } = await place()
    expect(await comesTrue(() => requestsOf(api, ofClients).length > 1, asksWithinMs)).toBe(true)
    const [, second] = api.journal.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('certificatesigningrequests'),
    )
    expect(second?.bearerToken).not.toBe(token)
    expect(second?.client?.commonName).toContain(nodeName)
  }).sees('client-certificate-not-renewed')

  test('requests no other one while the first one lasts', async () => {
    await keeping()
    const { api } = await lastingPlace()
    expect(await kept(ofClients), 'an issued certificate').toBeDefined()
    const isUsed = () => api.journal.some(({ client }) => client?.commonName?.includes(nodeName) === true)
    expect(await comesTrue(isUsed, asksWithinMs), 'the issued certificate is used').toBe(true)
    expect(await comesTrue(() => requestsOf(api, ofClients).length > 1, noOtherWithinMs)).toBe(false)
  }).sees('client-certificate-renewed-at-once')
})

const mostPods = 23

must('agent.node.second-start', flagRow('--bootstrap-orchconfig', 'second start'), () => {
  says(
    'A start that finds the file that an earlier one wrote requests no client certificate, and uses the issued one.',
  )
  test('uses the certificate of the first start', async () => {
    await keeping()
    const { api } = await lastingPlace()
    const certificate = await kept(ofClients)
    expect(certificate, 'an issued certificate').toBeDefined()
    const isUsed = () => api.journal.some(({ client }) => client?.commonName?.includes(nodeName) === true)
    expect(await comesTrue(isUsed, asksWithinMs), 'the first start uses the certificate').toBe(true)
    const before = api.journal.length
    const serving = requestsOf(api, ofServing).length
    const second = await startAgent({ flags: { ...(await lastingFlags()), '--max-pods': mostPods } })
    // The first agent goes on, with another capacity.
    const isRegistering = () =>
      api.journal
        .slice(before)
        .some(
          ({ client, body }) =>
            client?.commonName?.includes(nodeName) === true &&
            JSON.stringify(body ?? '').includes(`"pods":"${mostPods}"`),
        )
    expect(await comesTrue(isRegistering, asksWithinMs), 'the second start uses the certificate').toBe(true)
    const withToken = api.journal.slice(before).filter(({ bearerToken }) => bearerToken === token)
    expect(withToken.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    expect(requestsOf(api, ofClients)).toHaveLength(1)
    currentCheck().observe(
      'serving certificates that the second start requests',
      requestsOf(api, ofServing).length - serving,
    )
    currentCheck().observe('certificate of the second start', (await shownBy(second))?.subject ?? 'nothing')
  }).sees('bootstrap-at-each-start')
})
