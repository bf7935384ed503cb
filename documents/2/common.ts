import { open, sectionsOf, sentences } from '../rows.ts'

/** The sections that all documents end with. */
export const commonSections = sectionsOf(2, {
  'States and transitions': [open('no states')],
  Endpoints: [...sentences('HTTP on Address:Port', 'profiling'), open('other paths and payloads')],
  Authentication: [
    ...sentences('outbound, by the client configuration', 'signing material as files'),
    open('callers of the served port'),
  ],
  Events: [open('events of the managers')],
  Errors: [open('error behaviour and codes')],
  Limits: sentences(
    'renewDeadline',
    'UnhealthyZoneThreshold',
    'TerminatedPodGCThreshold',
    'ClientConnection.qps and burst',
    'concurrency fields',
    'MinResyncPeriod',
  ),
  Versioning: sentences('v1alpha1 only'),
})
