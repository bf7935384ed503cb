import { record } from 'fast-check'
import { type AuditPolicy, auditPolicy } from '../../shared/audit/policy.ts'
import { policyRules, drawnPolicySettings } from '../audit/draw.ts'
import { type Violations, fileCases, pickFrom } from './file-case.ts'

/** Violations of an audit policy. */
const violations: Violations = {
  'another kind': {
    about: 'kind',
    changes: (_, pick) => ({ kind: pickFrom(['Policies', 'policy', 'AuditPolicy', 'ConfigMap'], pick) }),
  },
  'another version': {
    about: 'apiVersion',
    changes: (_, pick) => ({
      apiVersion: pickFrom(['audit.orch.io/v7', 'audit.orch.io/v', 'audit.orch.io/V1'], pick),
    }),
  },
  'no rules': { about: 'rules', changes: (_, pick) => ({ rules: pickFrom([undefined, []], pick) }) },
  'no level': { about: 'level', changes: (policy: AuditPolicy, pick) => level(policy, pick, undefined) },
  'level that is none': {
    about: 'level',
    changes: (policy: AuditPolicy, pick) =>
      level(
        policy,
        pick,
        pickFrom(['Everything', 'metadata', 'Metadata ', 'REQUEST', 'RequestResponses'], pick),
      ),
  },
}

function level(
  { rules }: AuditPolicy,
  pick: number,
  value: string | undefined,
): Readonly<Record<string, unknown>> {
  return { [`rules.${pick % rules.length}.level`]: value }
}

const legalFiles = record({ rules: policyRules, settings: drawnPolicySettings }).map(({ rules, settings }) =>
  auditPolicy(rules, settings),
)

/** Audit policies, valid or with one violation. */
export const auditFiles = fileCases('audit', legalFiles, violations)
/** Constraints that these files violate. */
export const auditConstraints = Object.keys(violations)
