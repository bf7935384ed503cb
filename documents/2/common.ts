import { openRow, sectionsOf, sentences } from '../rows.ts'

/** Sections that close the document. */
export const commonSections = sectionsOf(2, {
  'States and transitions': [openRow('no states')],
  Endpoints: [...sentences('HTTP on Address:Port', 'profiling'), openRow('other paths and payloads')],
  Authentication: [
    ...sentences('outbound, by the client configuration', 'signing material as files'),
    openRow('callers of the served port'),
  ],
  Events: [openRow('events of the managers')],
  Errors: [openRow('error behaviour and codes')],
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
