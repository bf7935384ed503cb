import type { Outline } from './outline.ts'

const open = { isOpen: true } as const
const cloud = { program: 'cloud-controller-manager' } as const

// Rules for both managers are judged with the controller manager.
const ofCloudManager =
  /^(CloudController|Cloud Webhook|NodeControllerConfiguration|ServiceControllerConfiguration)/

/** Content of document 2 other than its table rows. */
export const document2: Outline = {
  document: 2,
  program: (_section, row) => (ofCloudManager.test(row) ? 'cloud-controller-manager' : 'controller-manager'),
  sameKey: {},
  sentences: {
    'What the service does': {
      'control loops and their blocks': {},
      'cloud loops': cloud,
      'leader migration': {},
      'every field is required': {},
      durations: {},
    },
    'Top-level kinds': { 'members of OrchControllerManagerConfiguration': {} },
    GenericControllerManagerConfiguration: { 'the three durations': {} },
    'Per-controller blocks': { 'column Type': {}, DeprecatedControllerConfiguration: open },
    'States and transitions': { 'no states': open },
    Endpoints: { 'HTTP on Address:Port': {}, profiling: {}, 'other paths and payloads': open },
    Authentication: {
      'outbound, by the client configuration': {},
      'signing material as files': {},
      'callers of the served port': open,
    },
    Events: { 'events of the managers': open },
    Errors: { 'error behaviour and codes': open },
    Limits: {
      renewDeadline: {},
      UnhealthyZoneThreshold: {},
      TerminatedPodGCThreshold: {},
      'ClientConnection.qps and burst': {},
      'concurrency fields': {},
      MinResyncPeriod: {},
    },
    Versioning: { 'v1alpha1 only': {} },
  },
}
