import { inject } from 'vitest'
import { rule, test } from '#harness/check/rule.ts'
import type { Area } from '#harness/generate/area.ts'
import { judgeCases, limitOf } from '#harness/generate/judge.ts'
import { kinds, type KindName } from '../../shared/configuration/kinds.ts'
import { admissionConstraints, admissionFiles } from './admission.ts'
import { authenticationConstraints, authenticationFiles } from './authentication.ts'
import { authorizationConstraints, authorizationFiles } from './authorization.ts'
import { judgeFiles } from './drive.ts'
import { egressConstraints, egressFiles } from './egress.ts'
import { encryptionConstraints, encryptionFiles } from './encryption.ts'
import type { FileCase } from './file-case.ts'
import { kept } from './kept.ts'
import { visitableOf, visitsOf } from './visits.ts'

// Every file needs a start of its own, where others put many questions to one.
const dearness = 20

function filesRule(
  kind: KindName,
  section: string,
  row: string,
  cases: Area<FileCase>['cases'],
  constraints: readonly string[],
): void {
  const files: Area<FileCase> = {
    id: `generated.files.${kind}`,
    cases,
    kept: kept[kind] ?? {},
    keptIn: 'suites/generated/files/kept.ts',
    perStart: 1,
    dearness,
    questions: () => 1,
    visits: visitsOf,
    visitable: visitableOf(constraints),
    judge: judgeFiles,
  }
  rule(
    {
      id: files.id,
      level: 'MUST',
      says: `Whether ${kinds[kind].holds} is valid follows from its fields alone.`,
      source: { document: 1, section, rows: [row], aspect: 'generated cases' },
      judgedBy: 'refusal',
      limitMs: limitOf(inject('settings')),
    },
    () => {
      test('files are taken or refused as the documents say', async () => {
        await judgeCases(files)
      })
    },
  )
}

filesRule('admission', 'AdmissionConfiguration', 'plugins', admissionFiles, admissionConstraints)
filesRule(
  'authentication',
  'AuthenticationConfiguration',
  'jwt',
  authenticationFiles,
  authenticationConstraints,
)
filesRule(
  'authorization',
  'AuthorizationConfiguration',
  'authorizers',
  authorizationFiles,
  authorizationConstraints,
)
filesRule('encryption', 'EncryptionConfiguration (v1)', 'resources', encryptionFiles, encryptionConstraints)
filesRule(
  'egress',
  'EgressSelectorConfiguration (v1alpha1)',
  'egressSelections',
  egressFiles,
  egressConstraints,
)
