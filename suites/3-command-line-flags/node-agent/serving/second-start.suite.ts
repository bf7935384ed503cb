import { currentCheck, expect, rulesOf, says, test } from '#kit'
import { type Flags, makeWorkspace, removeWorkspace } from '#kit/launch.ts'
import { startAgent } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { servedCertificate } from '../served-certificate.ts'

const { must } = rulesOf({ program: 'node-agent' })

must('agent.server.certificate-second-start', flagRow('--cert-dir', 'second start'), () => {
  says('A pair that an earlier start generated into the directory is served again.')
  test({ title: 'serves the pair of the earlier start', id: 'kept' }, async () => {
    const directory = makeWorkspace('cert-dir')
    currentCheck().defer(async () => removeWorkspace(directory))
    const flags: Flags = {
      '--tls-cert-file': undefined,
      '--tls-private-key-file': undefined,
      '--cert-dir': { path: directory },
    }
    const firstAgent = await startAgent({ flags })
    const firstFingerprint = (await servedCertificate(firstAgent))?.fingerprint256
    expect(firstFingerprint, 'the certificate of the first start').toBeDefined()
    await firstAgent.stop()
    const secondAgent = await startAgent({ flags })

    expect((await servedCertificate(secondAgent))?.fingerprint256).toBe(firstFingerprint)
  }).sees('generated-pair-replaced', 'cert-dir-ignored')
})
