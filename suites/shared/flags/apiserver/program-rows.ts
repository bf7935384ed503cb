import type { FlagRow } from '../row/flag-row.ts'

const gate = { '--feature-gates': 'LoggingAlphaOptions=true' }

/** Flags of versions, gates, metrics and logs. */
export const programRows: readonly FlagRow[] = [
  { flag: '--allow-metric-labels', type: 'stringToString', default: '[]', legal: 'requests_total,verb=GET' },
  { flag: '--allow-metric-labels-manifest', type: 'string' },
  { flag: '--disabled-metrics', type: 'strings' },
  { flag: '--emulated-version', type: 'strings' },
  { flag: '--emulation-forward-compatible', type: 'bool', legal: false },
  {
    flag: '--feature-gates',
    type: 'colonSeparatedMultimapStringString',
    legal: 'LoggingAlphaOptions=true',
    // A refusal of a gate's value names the gate.
    about: 'LoggingAlphaOptions',
  },
  { flag: '--help', type: '-' },
  { flag: '--log-flush-frequency', type: 'duration', default: '5s', legal: '1s' },
  {
    flag: '--log-text-info-buffer-size',
    type: 'quantity',
    default: '0',
    legal: '512',
    refusal: 'log-buffer-suffix-refused-none',
    needs: gate,
  },
  { flag: '--log-text-split-stream', type: 'bool', legal: true, needs: gate },
  {
    flag: '--logging-format',
    type: 'string',
    default: 'text',
    takes: {
      says: 'The formats of log lines are text.',
      legal: ['text'],
      wrong: { 'a format that does not exist': 'yaml', 'the format json': 'json' },
      about: 'format',
    },
  },
  { flag: '--runtime-config', type: 'pairs' },
  { flag: '--runtime-config-emulation-forward-compatible', type: 'bool', legal: false },
  { flag: '--show-hidden-metrics-for-version', type: 'string' },
  { flag: '--tracing-config-file', type: 'string' },
  { flag: '--v', type: 'int', legal: 1 },
  { flag: '--version', type: 'version[=true]' },
  { flag: '--vmodule', type: 'pattern=N,...', legal: 'table=2', refusal: 'vmodule-refused' },
]
