import { orchForm } from '../at-rest/sealed-form.ts'
import type { Dialect } from './dialect.ts'

/** The documents' own spelling. */
export const orch: Dialect = {
  name: 'orch',
  programs: {
    apiserver: 'orch-apiserver',
    'controller-manager': 'orch-controller-manager',
    'cloud-controller-manager': 'cloud-controller-manager',
    'node-agent': 'orchlet',
    etcd: 'etcd',
  },
  groupDomain: 'orch.io',
  apiVersion: (_kind, documented) => documented,
  word: (documented) => documented,
  text: (documented) => documented,
  open: {
    'failurePolicy.deny': 'Deny',
    'failurePolicy.noOpinion': 'NoOpinion',
    'kms.apiVersion.newer': 'v2',
    'userValidationRule.variable': 'user',
    'matchCondition.variable': 'request',
  },
  capabilities: new Set([
    'who-am-i',
    'token-review',
    'access-review',
    'objects',
    'objects-of-groups',
    'custom-resources',
    'sealed-form',
    'token-request',
    'token-file-csv',
    'organizations-are-groups',
    'abac-policy-lines',
    'bootstrap-secrets',
    'external-jwt-signer',
    'injected-token-request',
    'kms-plugin',
    'metrics',
    'watch-websocket',
    'ssl-cert-file',
  ]),
  sealedForm: orchForm,
  needs: [],
  adminOrganizations: ['system:masters'],
  deviations: [],
}
