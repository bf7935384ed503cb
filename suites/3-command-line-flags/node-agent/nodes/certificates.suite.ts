import { X509Certificate } from 'node:crypto'
import { createAuthority } from '#harness/certificates/authority.ts'
import { becomesTrue, becomesTrueSoon, currentCheck, expect, rulesOf, says, shared, test } from '#kit'
import { nodeName } from '#harness/programs/node-agent.ts'
import { sharedAgent, startAgent } from '../../../shared/node-agent.ts'
import { servedCertificate } from '../served-certificate.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { sharedAgentFixture } from '../fixture.ts'
import {
  longLivedAgent,
  certificateFile,
  longLivedSigning,
  longValidity,
  minuteMs,
  clientSigner,
  servingSigner,
  servingFlags,
} from './certificate-lifetimes.ts'
import {
  requestsWithinMs,
  bootstrapFlags,
  issueCertificate,
  secondRequest,
  requestsOf,
  sharedSigningFixture,
  token,
} from './signing.ts'

const { must } = rulesOf({ program: 'node-agent', limitMs: 120_000 })

/** Returns a validity that ends soon. */
const endingValidity = () => ({
  notBefore: new Date(Date.now() - 300 * minuteMs),
  notAfter: new Date(Date.now() + 10 * minuteMs),
})

// Long enough for an agent to request another certificate for a reason other than age.
const noOtherWithinMs = 10_000

const rotatingFixture = sharedAgentFixture(() => ({ flags: servingFlags }))
/** Issued certificate of the first request, and the previously presented certificate. */
const issuedCertificate = shared(async () => {
  const { api, agent } = await rotatingFixture()
  await becomesTrue(() => requestsOf(api, servingSigner).length > 0, requestsWithinMs)
  const certificateBefore = await servedCertificate(agent)
  const [first] = requestsOf(api, servingSigner)
  const text = first && issueCertificate(api, first, await createAuthority(), endingValidity())
  return {
    before: certificateBefore,
    certificate: text === undefined ? undefined : new X509Certificate(text),
  }
})

must('agent.node.serving-certificate', flagRow('--rotate-server-certificates', 'behaviour'), () => {
  says('With --rotate-server-certificates, serving certificates are requested, used and renewed.')
  test('requests a serving certificate', async () => {
    const { before, certificate } = await issuedCertificate()
    currentCheck().observe('shown before the approval', before?.subject ?? 'nothing')
    expect(certificate, 'a request for a serving certificate').toBeDefined()
  }).sees('serving-certificate-not-requested')

  test(
    { title: 'presents the certificate once it is issued', id: 'shows it once it is issued' },
    async () => {
      const { agent } = await rotatingFixture()
      const { certificate } = await issuedCertificate()
      expect(certificate, 'an issued certificate').toBeDefined()
      const isPresented = async () =>
        (await servedCertificate(agent))?.fingerprint256 === certificate?.fingerprint256
      expect(await becomesTrue(isPresented, requestsWithinMs)).toBe(true)
    },
  ).sees('serving-certificate-not-shown')

  test(
    {
      title: 'requests a second certificate before the first expires',
      id: 'requests another one before it ends',
    },
    async () => {
      const { api } = await rotatingFixture()
      expect((await issuedCertificate()).certificate, 'an issued certificate').toBeDefined()
      expect(await becomesTrue(() => requestsOf(api, servingSigner).length > 1, requestsWithinMs)).toBe(true)
    },
  ).sees('serving-certificate-not-renewed', 'serving-certificate-renewed-for-names-alone')

  test({ title: 'presents the second certificate once it is issued', id: 'presents-second' }, async () => {
    const { agent, api } = await rotatingFixture()
    expect((await issuedCertificate()).certificate, 'an issued certificate').toBeDefined()
    const second = await secondRequest(api, servingSigner)
    expect(second, 'a second request').toBeDefined()
    const text = issueCertificate(api, second!, await createAuthority(), longValidity())
    const { fingerprint256 } = new X509Certificate(text)
    const isPresented = async () => (await servedCertificate(agent))?.fingerprint256 === fingerprint256
    expect(await becomesTrue(isPresented, requestsWithinMs)).toBe(true)
  }).sees('renewed-serving-certificate-not-shown', 'serving-certificate-not-shown')

  test(
    {
      title: 'requests no other certificate while the first is valid',
      id: 'requests no other one while it lasts',
    },
    async () => {
      const agent = await longLivedAgent()
      const { api } = await longLivedSigning()
      const certificate = await certificateFile(servingSigner)
      const isPresented = async () =>
        (await servedCertificate(agent))?.fingerprint256 === certificate?.fingerprint256
      expect(await becomesTrue(isPresented, requestsWithinMs), 'the issued certificate is shown').toBe(true)
      expect(await becomesTrue(() => requestsOf(api, servingSigner).length > 1, noOtherWithinMs)).toBe(false)
    },
  ).sees('serving-certificate-renewed-at-once')
})

const sharedSigning = sharedSigningFixture()
const renewingAgent = sharedAgent(async () => {
  const signingFixture = await sharedSigning()
  void (async () => {
    await becomesTrue(() => requestsOf(signingFixture.api).length > 0, requestsWithinMs)
    const [first] = requestsOf(signingFixture.api)
    if (first) issueCertificate(signingFixture.api, first, await createAuthority(), endingValidity())
  })()
  return { flags: { ...bootstrapFlags(signingFixture), '--rotate-certificates': true } }
})

must('agent.node.client-certificate-renewal', flagRow('--rotate-certificates', 'behaviour'), () => {
  says('With --rotate-certificates, another client certificate is requested before the first one ends.')
  test(
    {
      title: 'requests a second certificate with the credentials of the first',
      id: 'requests another one with the first one',
    },
    async () => {
      await renewingAgent()
      const { api } = await sharedSigning()
      expect(await becomesTrue(() => requestsOf(api, clientSigner).length > 1, requestsWithinMs)).toBe(true)
      const [, second] = api.journal.filter(
        ({ method, path }) => method === 'POST' && path.endsWith('certificatesigningrequests'),
      )
      expect(second?.bearerToken).not.toBe(token)
      expect(second?.client?.commonName).toContain(nodeName)
    },
  ).sees('client-certificate-not-renewed')

  test({ title: 'presents the second certificate in later requests', id: 'presents-second' }, async () => {
    await renewingAgent()
    const { api } = await sharedSigning()
    const second = await secondRequest(api, clientSigner)
    expect(second, 'a second request').toBeDefined()
    const text = issueCertificate(api, second!, await createAuthority(), longValidity())
    const { fingerprint256 } = new X509Certificate(text)
    const isPresented = () => api.journal.some(({ client }) => client?.fingerprint256 === fingerprint256)
    expect(await becomesTrue(isPresented, requestsWithinMs)).toBe(true)
  }).sees('renewed-client-certificate-not-used', 'client-certificate-not-renewed')

  test(
    {
      title: 'requests no other certificate while the first is valid',
      id: 'requests no other one while the first one lasts',
    },
    async () => {
      await longLivedAgent()
      const { api } = await longLivedSigning()
      expect(await certificateFile(clientSigner), 'an issued certificate').toBeDefined()
      const isCertificateUsed = () =>
        api.journal.some(({ client }) => client?.commonName?.includes(nodeName) === true)
      expect(await becomesTrue(isCertificateUsed, requestsWithinMs), 'the issued certificate is used').toBe(
        true,
      )
      expect(await becomesTrue(() => requestsOf(api, clientSigner).length > 1, noOtherWithinMs)).toBe(false)
    },
  ).sees('client-certificate-renewed-at-once')
})

const unrenewedSigning = sharedSigningFixture()

must('agent.node.client-certificate-kept', flagRow('--rotate-certificates', 'off'), () => {
  says('Without --rotate-certificates, no other client certificate is requested when the first one ends.')
  test({ title: 'requests no second certificate', id: 'none' }, async () => {
    const { api, path } = await unrenewedSigning()
    void (async () => {
      await becomesTrue(() => requestsOf(api).length > 0, requestsWithinMs)
      const [first] = requestsOf(api)
      if (first) issueCertificate(api, first, await createAuthority(), endingValidity())
    })()
    await startAgent({ flags: { ...bootstrapFlags({ api, path }), '--rotate-certificates': false } })
    const isCertificateUsed = () =>
      api.journal.some(({ client }) => client?.commonName?.includes(nodeName) === true)
    expect(await becomesTrue(isCertificateUsed, requestsWithinMs), 'the issued certificate is used').toBe(
      true,
    )
    expect(await becomesTrueSoon(() => requestsOf(api, clientSigner).length > 1, noOtherWithinMs)).toBe(false)
  }).sees('client-certificate-always-renewed')
})
