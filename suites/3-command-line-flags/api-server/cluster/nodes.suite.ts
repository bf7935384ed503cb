import {
  currentCheck,
  rejectJitter,
  monitorJitter,
  expect,
  nowMs,
  refuses,
  rulesOf,
  says,
  test,
  until,
} from '#kit'
import { after, silence } from '#mocks/http/index.ts'
import type { Presented } from '#mocks/tls/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { agents } from './agents.ts'
import { timeoutMs } from './node-calls.ts'
import { callNode, serverOfAgents, nodeClient } from './node-fixtures.ts'
import { configuredServer, defaultServer } from './fixtures.ts'

const capability = 'node-calls'

const { must, unspecified, excluded } = rulesOf({
  document: 3,
  section: 'Authentication',
  capability,
  overlaps: true,
})

const hostnameAddress = [['Hostname', 'localhost']] as const
// Delay of more than half the time limit.
const answerAfterMs = 0.6 * timeoutMs

const distrustedCertificates: Readonly<Record<string, Presented>> = {
  'of another authority': 'other-authority',
  'for another host': 'wrong-host',
  'that has expired': 'expired',
}

must(
  'flag.orchlet-client-certificate.shown',
  {
    ...flagRow('--orchlet-client-certificate', 'shown'),
    rows: ['--orchlet-client-certificate', '--orchlet-client-key'],
  },
  () => {
    says('Node agents are shown the client certificate, with its key, and none without the flags.')
    test(
      { title: 'a node agent receives the client certificate', id: 'a node agent is shown the certificate' },
      async () => {
        const { requests } = await callNode(await serverOfAgents(), hostnameAddress)

        expect(requests.map(({ client }) => client?.commonName)).toEqual([nodeClient])
      },
    ).sees('node-agent-certificate-not-shown')

    test(
      {
        title: 'a node agent receives no client certificate without the flags',
        id: 'a node agent is shown none without the flags',
      },
      async () => {
        const { requests } = await callNode(await defaultServer(), hostnameAddress)

        expect(requests.map(({ client }) => client?.commonName)).toEqual([undefined])
      },
    ).sees('node-agent-shown-serving-certificate')
  },
)

must(
  'flag.orchlet-certificate-authority.verified',
  flagRow('--orchlet-certificate-authority', 'meaning'),
  () => {
    says(
      'With the flag, the server connects only to node agents whose certificates are signed by its authorities.',
    )
    test(
      {
        title: 'a node agent whose certificate the authority of the flag signed is called',
        id: 'a node agent with a certificate of the authority is asked',
      },
      async () => {
        const { answer, requests } = await callNode(await serverOfAgents(), hostnameAddress)

        expect([answer?.status, requests.length]).toEqual([200, 1])
      },
    ).sees('node-agent-authority-ignored')

    refuses
      .for(distrustedCertificates)(
        {
          title: 'to call a node agent with a certificate %s',
          id: 'to ask a node agent with a certificate %s',
        },
        async (presents) => {
          const nodeAgents = await agents()
          const { origin, port } = await nodeAgents.listen({ presents })
          const { answer, requests } = await callNode(await serverOfAgents(), hostnameAddress, { port })
          const hasBeenContacted = () => nodeAgents.journal.some((request) => request.origin === origin)
          await until(hasBeenContacted, { withinMs: 3_000, what: 'the server looked at the certificate' })

          expect(requests).toEqual([])
          expect(answer?.status ?? 0).toBeGreaterThanOrEqual(400)
        },
      )
      .sees('node-agent-not-verified')

    refuses(
      {
        title:
          'to call a node agent whose certificate another authority signed, without a client certificate',
        id: 'to call a node agent of another authority also without a client certificate',
      },
      async () => {
        const { port } = await (await agents()).listen({ presents: 'other-authority' })
        const ownCall = await callNode(await configuredServer(), hostnameAddress)
        const otherCall = await callNode(await configuredServer(), hostnameAddress, { port })

        expect([ownCall.requests.length, otherCall.requests.length], 'requests to node agents').toEqual([
          1, 0,
        ])
      },
    ).sees('node-agent-verified-only-with-client-certificate')
  },
)

unspecified(
  'flag.orchlet-certificate-authority.open-without',
  flagRow('--orchlet-certificate-authority', 'without'),
  () => {
    says('Unspecified: whether node agents are verified without the flag.')
    test(
      {
        title:
          'records whether requests are sent to a node agent whose certificate an unknown authority signed',
        id: 'observes whether a node agent of an unknown authority is asked',
      },
      async () => {
        const { port } = await (await agents()).listen({ presents: 'other-authority' })
        const { requests } = await callNode(await defaultServer(), hostnameAddress, { port })
        currentCheck().observe('asked', requests.length > 0)
      },
    )
  },
)

must('flag.orchlet-timeout.limit', flagRow('--orchlet-timeout', 'meaning'), () => {
  says('Every request to a node agent has the timeout of the flag.')
  test(
    {
      title: 'the response of a node agent within the timeout is returned',
      id: 'a node agent that answers in time is heard',
    },
    async () => {
      const [running, server] = [await agents(), await serverOfAgents()]
      monitorJitter(server.processId)
      const delayLog = (pod: string) => running.pod(pod).answer({ log: after(answerAfterMs) })
      const { answer, requests, calledAtMs } = await callNode(server, hostnameAddress, {
        beforeRequest: delayLog,
      })
      // The time limit may start before the request arrives, and expire on a busy machine.
      const requestedAfterMs = (requests[0]?.atMs ?? nowMs()) - calledAtMs
      rejectJitter(() => requestedAfterMs, (timeoutMs - answerAfterMs) / 2)

      expect(answer?.status).toBe(200)
    },
  ).sees('node-agent-timeout-halved')

  test(
    {
      title: 'a request to a node agent that never responds ends with an error',
      id: 'a node agent that never answers is given up',
    },
    async () => {
      const nodeAgents = await agents()
      const fromMs = nowMs()
      const withholdLog = (pod: string) => nodeAgents.pod(pod).answer({ log: silence })
      const { answer, requests } = await callNode(await serverOfAgents(), hostnameAddress, {
        beforeRequest: withholdLog,
      })
      currentCheck().observe('milliseconds', Math.round(nowMs() - fromMs))

      expect(requests, 'questions').toHaveLength(1)
      expect(answer?.status ?? 'no answer', 'the answer to the client').not.toBe('no answer')
    },
  ).sees('node-agent-timeout-ignored')
})

excluded(
  'authentication.api-server-to-nodes',
  'API server to nodes',
  'The API server authenticates to nodes by its client certificate for them.',
  'The same statement as in the flag table: flag.orchlet-client-certificate.shown judges it.',
)
