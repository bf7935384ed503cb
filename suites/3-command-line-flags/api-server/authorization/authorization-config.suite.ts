import { accepts, refuses, rulesOf, says } from '#kit'
import type { FlagValue } from '#kit/launch.ts'
import { completeFile, completeTwin } from '../../../shared/authorization/complete-file.ts'
import { expectAccepted, expectRefusal } from '../../../shared/api-server.ts'
import { policyFile, webhookFile } from './mode-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'

const { must } = rulesOf({ overlaps: true })

const flag = '--authorization-config'
const gate = 'StructuredAuthorizationConfiguration'
const files = configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: completeFile })
const host = sharedAuthorizers()

must('flag.authorization-config.gate', flagRow(flag, 'gate'), () => {
  says(`The file needs the feature gate ${gate}.`)
  accepts('the file with the gate on', async () => {
    const spec = await files.spec()
    await expectAccepted({ ...spec, flags: { ...spec.flags, '--feature-gates': `${gate}=true` } })
  }).sees('second-authorizer-refused')

  refuses('the file with the gate off', async () => {
    const spec = await files.spec()
    await expectRefusal({ ...spec, flags: { ...spec.flags, '--feature-gates': `${gate}=false` } }, gate)
  }).sees('authorization-gate-ignored')
})

// Flags that exclude the file, with their default values: a flag that is set to its default also excludes the file.
const excludedFlags: Readonly<Record<`--${string}`, FlagValue>> = {
  '--authorization-mode': 'AlwaysAllow',
  '--authorization-webhook-cache-authorized-ttl': '5m0s',
  '--authorization-webhook-cache-unauthorized-ttl': '30s',
  '--authorization-webhook-version': 'v1beta1',
}

must('flag.authorization-config.exclusive', { ...flagRow(flag, 'exclusions'), twin: completeTwin }, () => {
  says(`${flag} excludes --authorization-mode and each --authorization-webhook-* flag, whatever they say.`)
  for (const [other, value] of Object.entries(excludedFlags)) {
    refuses({ title: `${other} together with the file`, id: `${other} beside the file` }, async () => {
      const spec = await files.spec()
      await expectRefusal({ ...spec, flags: { ...spec.flags, [other]: value } }, flag)
    }).sees(`${other.slice(2)}-beside-file-accepted`)
  }

  refuses({ title: 'another mode together with the file', id: 'another mode beside the file' }, async () => {
    const spec = await files.spec()
    await expectRefusal({ ...spec, flags: { ...spec.flags, '--authorization-mode': 'RBAC' } }, flag)
  }).sees('authorization-mode-beside-file-accepted')

  refuses(
    {
      title: '--authorization-webhook-config-file together with the file',
      id: '--authorization-webhook-config-file beside the file',
    },
    async () => {
      const spec = await files.spec()
      const webhook = webhookFile((await host()).webhook('beside'))
      await expectRefusal(
        { ...spec, flags: { ...spec.flags, '--authorization-webhook-config-file': webhook } },
        flag,
      )
    },
  ).sees('authorization-webhook-config-file-beside-file-accepted')
})

must(
  'flag.authorization-config.beside-policy-file',
  flagRow(flag, 'next to --authorization-policy-file'),
  () => {
    says('The file excludes no other flag: --authorization-policy-file may be set together with it.')
    accepts(
      { title: '--authorization-policy-file together with the file', id: 'a policy file beside the file' },
      async () => {
        const spec = await files.spec()
        const policy = policyFile({ user: '*', nonResourcePath: '*' })
        await expectAccepted({ ...spec, flags: { ...spec.flags, '--authorization-policy-file': policy } })
      },
    ).sees('policy-file-beside-file-refused')
  },
)
