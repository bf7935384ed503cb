import { open, sentences } from '../rows.ts'
import type { Section } from '../shape.ts'

/** The sections that all documents end with. */
export const commonSections: readonly Section[] = [
  { document: 2, section: 'States and transitions', rows: [open('no states')] },
  {
    document: 2,
    section: 'Endpoints',
    rows: [...sentences('HTTP on Address:Port', 'profiling'), open('other paths and payloads')],
  },
  {
    document: 2,
    section: 'Authentication',
    rows: [
      ...sentences('outbound, by the client configuration', 'signing material as files'),
      open('callers of the served port'),
    ],
  },
  { document: 2, section: 'Events', rows: [open('events of the managers')] },
  { document: 2, section: 'Errors', rows: [open('error behaviour and codes')] },
  {
    document: 2,
    section: 'Limits',
    rows: sentences(
      'renewDeadline',
      'UnhealthyZoneThreshold',
      'TerminatedPodGCThreshold',
      'ClientConnection.qps and burst',
      'concurrency fields',
      'MinResyncPeriod',
    ),
  },
  { document: 2, section: 'Versioning', rows: sentences('v1alpha1 only') },
]
