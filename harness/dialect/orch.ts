import { orchForm } from './sealed-form.ts'
import { controllerNames } from './controllers.ts'
import type { Dialect, ProgramDialect } from './dialect.ts'
import { capabilities } from '../capabilities.ts'
import { programs, type Role, roles } from '../roles.ts'

/** Both controller managers read a file, and show their whole effective configuration in its form. */
const manager: Omit<ProgramDialect, 'file' | 'needs'> = {
  controllers: controllerNames,
  configuration: { as: 'file', flag: '--config' },
  migrationFile: '--leader-migration-config',
  readBack: { path: '/configz', pointerOf: (pointer) => pointer },
}

/** Dialects of the programs that read a configuration, or show it. */
const configuredPrograms: Readonly<Partial<Record<Role, Omit<ProgramDialect, 'file' | 'needs'>>>> = {
  'controller-manager': manager,
  'cloud-controller-manager': manager,
  'node-agent': {
    configuration: { as: 'file', flag: '--config' },
    readBack: { path: '/configz', pointerOf: (pointer) => `/orchletconfig${pointer}` },
  },
}

/** The dialect of the documents and of the reference: every term is spelled as documented. */
export const orch: Dialect = {
  name: 'orch',
  programs: Object.fromEntries(
    roles.map((role): [Role, ProgramDialect] => [
      role,
      { file: programs[role].file, needs: [], ...configuredPrograms[role] },
    ]),
  ) as Record<Role, ProgramDialect>,
  groupDomain: 'orch.io',
  apiVersion: (_kind, documented) => documented,
  word: (documented) => documented,
  text: (documented) => documented,
  open: {
    'version.previous-minor': '0.9',
    'failurePolicy.deny': 'Deny',
    'failurePolicy.noOpinion': 'NoOpinion',
    'secret-tokens.issuer': 'orch/serviceaccount',
    'kms.apiVersion.newer': 'v2',
    'userValidationRule.variable': 'user',
    'matchCondition.variable': 'request',
    'CIDRAllocatorType.other': 'CloudAllocator',
    component: 'orch',
    'gate.coordinated-elections': 'CoordinatedLeaderElection',
    'api.service': 'orch',
    'gate.peer-proxy': 'UnknownVersionInteroperabilityProxy=true',
    'emulation.own-version': '1.0',
    'emulation.version': '0.9',
    'emulation.newer-api': 'resource.orch.io/v1',
    'emulation.beta-api': 'resource.orch.io/v1beta1',
    'emulation.newer-gate': 'DeviceClasses',
  },
  capabilities: new Set(capabilities),
  sealedForm: orchForm,
  adminOrganizations: ['system:masters'],
  deviations: [],
}
