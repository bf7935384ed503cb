import { becomesTrue, currentCheck, expect, rulesOf, says, test } from '#kit'
import { nodeName } from '#harness/programs/node-agent.ts'
import { startAgent } from '../../../shared/node-agent.ts'
import { servedCertificate } from '../served-certificate.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import {
  longLivedAgent,
  certificateFile,
  longLivedFlags,
  longLivedSigning,
  clientSigner,
  servingSigner,
} from './certificate-lifetimes.ts'
import { requestsWithinMs, requestsOf, token } from './signing.ts'

const { must } = rulesOf({ program: 'node-agent', limitMs: 120_000 })

const maxPods = 23

must('agent.node.second-start', flagRow('--bootstrap-orchconfig', 'second start'), () => {
  says(
    'A start that finds the file that an earlier one wrote requests no client certificate, and uses the issued one.',
  )
  test(
    {
      title: 'a second start uses the certificate of the first start',
      id: 'uses the certificate of the first start',
    },
    async () => {
      await longLivedAgent()
      const { api } = await longLivedSigning()
      const certificate = await certificateFile(clientSigner)
      expect(certificate, 'an issued certificate').toBeDefined()
      const isCertificateUsed = () =>
        api.journal.some(({ client }) => client?.commonName?.includes(nodeName) === true)
      expect(
        await becomesTrue(isCertificateUsed, requestsWithinMs),
        'the first start uses the certificate',
      ).toBe(true)
      const journalLength = api.journal.length
      const servingRequestCount = requestsOf(api, servingSigner).length
      const secondAgent = await startAgent({ flags: { ...(await longLivedFlags()), '--max-pods': maxPods } })
      // Distinguishes the second agent from the first by its capacity.
      const isRegistering = () =>
        api.journal
          .slice(journalLength)
          .some(
            ({ client, body }) =>
              client?.commonName?.includes(nodeName) === true &&
              JSON.stringify(body ?? '').includes(`"pods":"${maxPods}"`),
          )
      expect(
        await becomesTrue(isRegistering, requestsWithinMs),
        'the second start uses the certificate',
      ).toBe(true)
      const requestsWithToken = api.journal
        .slice(journalLength)
        .filter(({ bearerToken }) => bearerToken === token)
      expect(requestsWithToken.map(({ method, path }) => `${method} ${path}`)).toEqual([])
      expect(requestsOf(api, clientSigner)).toHaveLength(1)
      currentCheck().observe(
        'serving certificates that the second start requests',
        requestsOf(api, servingSigner).length - servingRequestCount,
      )
      currentCheck().observe(
        'certificate of the second start',
        (await servedCertificate(secondAgent))?.subject ?? 'nothing',
      )
    },
  ).sees('bootstrap-at-each-start')
})
