import { currentCheck, expect, rulesOf, says, test } from '#kit'
import { nodeName } from '#harness/programs/node-agent.ts'
import { servedCertificate } from './served-certificate.ts'
import { sharedNode } from './node.ts'
import { agentFlagRow as flagRow } from '../../shared/flags/place.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

// Taints without common parts, so that they cannot be confused.
const taints = [
  { key: 'own', value: 'x', effect: 'NoSchedule' },
  { key: 'next', value: 'y', effect: 'PreferNoSchedule' },
  { key: 'own', value: 'x', effect: 'NoExecute' },
  { key: 'last', value: 'z', effect: 'NoExecute' },
]

const node = sharedNode(
  () => ({
    '--hostname-override': 'node-b',
    '--provider-id': 'cloud://zone/node-b',
    '--register-with-taints': taints.map(({ key, value, effect }) => `${key}=${value}:${effect}`).join(','),
    '--max-pods': 17,
    '--tls-cert-file': undefined,
    '--tls-private-key-file': undefined,
  }),
  'node-b',
)

interface NodeFields {
  readonly spec?: { readonly providerID?: string; readonly taints?: readonly object[] }
  readonly status?: { readonly capacity?: { readonly pods?: string } }
}

const fields = async (): Promise<NodeFields> => ((await node()) ?? {}) as NodeFields

must('agent.node.name', flagRow('--hostname-override', 'name'), () => {
  says('The node is named as --hostname-override says.')
  test(
    { title: 'registers a node with the name of the flag', id: 'registers a node of that name' },
    async () => {
      expect((await node())?.metadata.name).toBe('node-b')
    },
  ).sees('hostname-override-ignored')
})

must('agent.node.certificate-name', flagRow('--hostname-override', 'certificate'), () => {
  says('With --hostname-override, a certificate that the node agent generates is not for the real hostname.')
  test('the generated certificate is not for the real hostname', async () => {
    const certificate = await servedCertificate(await node.agent())
    expect(certificate).toBeDefined()
    currentCheck().observe('names of the certificate', certificate?.subjectAltName)
    expect(certificate?.checkHost(nodeName)).toBeUndefined()
  }).sees('certificate-of-real-hostname')
})

must('agent.node.provider-id', flagRow('--provider-id', 'value'), () => {
  says('The node has the identifier of --provider-id.')
  test(
    { title: 'gives the node the identifier of the flag', id: 'gives the node the identifier' },
    async () => {
      expect((await fields()).spec?.providerID).toBe('cloud://zone/node-b')
    },
  ).sees('provider-id-not-sent')
})

must('agent.node.taints', flagRow('--register-with-taints', 'value'), () => {
  says('The node has the taints of --register-with-taints.')
  test({ title: 'gives the node the taint of the flag', id: 'gives the node the taint' }, async () => {
    const ownTaint = (await fields()).spec?.taints?.find((taint) => 'key' in taint && taint.key === 'own')
    expect(ownTaint).toMatchObject({ key: 'own', value: 'x', effect: 'NoSchedule' })
  }).sees('taints-not-sent')

  test('gives the node each of several taints, with its own value and effect', async () => {
    const nodeTaints = (await fields()).spec?.taints ?? []
    for (const taint of taints) expect(nodeTaints).toContainEqual(expect.objectContaining(taint))
  }).sees('taints-of-one-effect', 'taints-with-one-key-left-out')
})

must('agent.node.max-pods', flagRow('--max-pods', 'capacity'), () => {
  says('The node takes as many pods as --max-pods says.')
  test(
    { title: 'the capacity of the node is the number of pods of the flag', id: 'tells that capacity' },
    async () => {
      expect((await fields()).status?.capacity?.pods).toBe('17')
    },
  ).sees('hostname-override-ignored')
})
