import { rule, test } from '#harness/check/rule.ts'
import type { FlagValue } from '#harness/launch/flags.ts'
import {
  completeFile,
  completeFileRefused,
  completeTwin,
} from '../../1-apiserver-configuration/authorization/complete-file.ts'
import { expectAccepted, expectRefusal } from '../../fixtures/api-server.ts'
import { authorizationFiles, sharedAuthorizers } from '../../fixtures/authorization-files.ts'
import { policyFile, webhookFile } from '../../fixtures/mode-server.ts'
import { flagRow } from '../flag-rules.ts'

const flag = '--authorization-config'
const gate = 'StructuredAuthorizationConfiguration'
const files = authorizationFiles(completeFile)
const host = sharedAuthorizers()

rule(
  {
    id: 'flag.authorization-config.gate',
    level: 'MUST',
    says: `The file needs the feature gate ${gate}.`,
    source: flagRow(flag, 'gate'),
    overlaps: true,
    faults: {
      ...completeFileRefused('accepts the file with the gate on'),
      'authorization-gate-ignored': ['refuses the file with the gate off'],
    },
  },
  () => {
    test('accepts the file with the gate on', async () => {
      const spec = await files.spec()
      await expectAccepted({ ...spec, flags: { ...spec.flags, '--feature-gates': `${gate}=true` } })
    })

    test('refuses the file with the gate off', async () => {
      const spec = await files.spec()
      await expectRefusal({ ...spec, flags: { ...spec.flags, '--feature-gates': `${gate}=false` } }, gate)
    })
  },
)

// Each as its default, because a flag is set even if it changes nothing.
const excludedFlags: Readonly<Record<`--${string}`, FlagValue>> = {
  '--authorization-mode': 'AlwaysAllow',
  '--authorization-webhook-cache-authorized-ttl': '5m0s',
  '--authorization-webhook-cache-unauthorized-ttl': '30s',
  '--authorization-webhook-version': 'v1beta1',
}

rule(
  {
    id: 'flag.authorization-config.exclusive',
    level: 'MUST',
    says: `${flag} excludes --authorization-mode and each --authorization-webhook-* flag, whatever they say.`,
    source: flagRow(flag, 'exclusions'),
    twin: completeTwin,
    overlaps: true,
    faults: {
      'authorization-webhook-config-file-beside-file-accepted': [
        'refuses --authorization-webhook-config-file beside the file',
      ],
      ...Object.fromEntries(
        Object.keys(excludedFlags).map((other) => [
          `${other.slice(2)}-beside-file-accepted`,
          [
            `refuses ${other} beside the file`,
            ...(other === '--authorization-mode' ? ['refuses another mode beside the file'] : []),
          ],
        ]),
      ),
    },
  },
  () => {
    for (const [other, value] of Object.entries(excludedFlags)) {
      test(`refuses ${other} beside the file`, async () => {
        const spec = await files.spec()
        await expectRefusal({ ...spec, flags: { ...spec.flags, [other]: value } }, 'authorization')
      })
    }

    test('refuses another mode beside the file', async () => {
      const spec = await files.spec()
      await expectRefusal(
        { ...spec, flags: { ...spec.flags, '--authorization-mode': 'RBAC' } },
        'authorization',
      )
    })

    test('refuses --authorization-webhook-config-file beside the file', async () => {
      const spec = await files.spec()
      const webhook = webhookFile((await host()).webhook('beside'))
      await expectRefusal(
        { ...spec, flags: { ...spec.flags, '--authorization-webhook-config-file': webhook } },
        'authorization',
      )
    })
  },
)

rule(
  {
    id: 'flag.authorization-config.beside-policy-file',
    level: 'MUST',
    says: 'The file excludes no other flag: --authorization-policy-file may stand beside it.',
    source: flagRow(flag, 'beside --authorization-policy-file'),
    overlaps: true,
    faults: {
      ...completeFileRefused('accepts a policy file beside the file'),
      'policy-file-beside-file-refused': ['accepts a policy file beside the file'],
    },
  },
  () => {
    test('accepts a policy file beside the file', async () => {
      const spec = await files.spec()
      const policy = policyFile({ user: '*', nonResourcePath: '*' })
      await expectAccepted({ ...spec, flags: { ...spec.flags, '--authorization-policy-file': policy } })
    })
  },
)
