import { orchForm } from '../at-rest/sealed-form.ts'
import { controllerNames } from './controllers.ts'
import { capabilities, type Dialect, type ProgramDialect } from './dialect.ts'

/** Both controller managers read a file, and show all that they follow as the file has it. */
const manager: Omit<ProgramDialect, 'file'> = {
  needs: [],
  controllers: controllerNames,
  configuration: { as: 'file', flag: '--config' },
  migrationFile: '--leader-migration-config',
  readBack: { path: '/configz', at: (pointer) => pointer },
}

/** The documents' own spelling. */
export const orch: Dialect = {
  name: 'orch',
  programs: {
    apiserver: { file: 'orch-apiserver', needs: [] },
    'controller-manager': { file: 'orch-controller-manager', ...manager },
    'cloud-controller-manager': { file: 'cloud-controller-manager', ...manager },
    'node-agent': {
      file: 'orchlet',
      needs: [],
      configuration: { as: 'file', flag: '--config' },
      readBack: { path: '/configz', at: (pointer) => `/orchletconfig${pointer}` },
    },
    etcd: { file: 'etcd', needs: [] },
  },
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
