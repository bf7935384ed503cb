import { formerly, accepts, expect, refuses, rulesOf, says, seeing, test } from '#kit'
import { file, type Flags } from '#kit/launch.ts'
import { expectRefusal, sharedOutcome, startOutcome } from '../../../shared/api-server.ts'
import { auditSinks, auditedPathsPolicy } from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { noClientConfig } from '../../../shared/unusable-files.ts'
import { families } from './event-counter.ts'

const { must, unspecified } = rulesOf({ overlaps: true })

const sinks = auditSinks()
const specWith = async (flags: Flags) => (await sinks()).spec({ ...validVersions, ...flags })
const validVersions = {
  '--audit-log-version': 'audit.orch.io/v1',
  '--audit-webhook-version': 'audit.orch.io/v1',
} as const
/** Accepted start. Every refused start differs from it in one flag. */
const acceptedStart = sharedOutcome(() => specWith({}))

const declareAcceptedVersions = (title: string): void => {
  accepts(title, async () => {
    expect(await acceptedStart()).toMatchObject({ outcome: 'ready' })
  })
}
const missingFile = { path: '/nonexistent/audit/file.yaml' }
const policyFile = (content: object) => file('policy.yaml', content)

must('flag.audit-policy-file.usable', flagRow('--audit-policy-file', 'usable'), () => {
  says('The file that the flag names is a policy.')
  declareAcceptedVersions('a policy')

  const files = {
    'a path at which no file exists': formerly('a path where no file is', missingFile),
    'an empty file': file('policy.yaml', '', { verbatim: true }),
    'a file that cannot be parsed': file('policy.yaml', 'rules: [', { verbatim: true }),
  }
  refuses
    .for(files)('%s', async (value) => {
      await expectRefusal(await specWith({ '--audit-policy-file': value }), 'audit policy file')
    })
    .sees('audit-policy-unusable-accepted')
})

must('audit.policy.valid', { ...flagRow('--audit-policy-file', 'valid'), capability: 'audit-policy' }, () => {
  says('A policy is of its kind and version, and has rules of known levels.')
  declareAcceptedVersions('a policy with a rule')

  const policies = {
    'another kind': { ...auditedPathsPolicy, kind: 'Policies' },
    'another version': { ...auditedPathsPolicy, apiVersion: 'audit.orch.io/v7' },
    'no rules': seeing(['audit-policy-without-rules-accepted'], { ...auditedPathsPolicy, rules: [] }),
    'a level that does not exist': seeing(['audit-policy-level-unchecked'], {
      ...auditedPathsPolicy,
      rules: [{ ...auditedPathsPolicy.rules[0], level: 'Everything' }],
    }),
  }
  refuses
    .for(policies)('a policy with %s', async (policy) => {
      await expectRefusal(await specWith({ '--audit-policy-file': policyFile(policy) }), 'policy')
    })
    .sees('audit-policy-unusable-accepted')
})

must('flag.audit-webhook-config-file.usable', flagRow('--audit-webhook-config-file', 'usable'), () => {
  says('The file that the flag names is a client configuration.')
  declareAcceptedVersions('a client configuration')

  refuses
    .for(noClientConfig)('%s', async (value) => {
      await expectRefusal(await specWith({ '--audit-webhook-config-file': value }), 'audit webhook')
    })
    .sees('audit-webhook-file-unusable-accepted')
})

for (const family of families) {
  must(`flag.audit-${family}-version.known`, flagRow(`--audit-${family}-version`, 'known'), () => {
    says('A server does not start that is to write events in a version which it does not know.')
    declareAcceptedVersions('the documented version by name')

    const versions = {
      'a version that does not exist': 'audit.orch.io/v7',
      'a version of another group': formerly('another group', 'apps/v1'),
    }
    refuses
      .for(versions)('%s', async (version) => {
        await expectRefusal(await specWith({ [`--audit-${family}-version`]: version }), 'version')
      })
      .sees(`audit-${family}-version-unchecked`)
  })
}

unspecified('flag.audit-log-path.writable', flagRow('--audit-log-path', 'not writable'), () => {
  says('Unspecified: what a server does whose log cannot be written.')
  test(
    {
      title: 'records whether a server starts with a path whose directory is a file',
      id: 'a path whose directory is a file',
    },
    async (check) => {
      const { outcome } = await startOutcome(await specWith({ '--audit-log-path': '/dev/null/audit.log' }))
      check.observe('the start', outcome)
    },
  )
})
