import type { AgentRow } from './row.ts'

/** Flags of the process. */
export const processRows: readonly AgentRow[] = [
  { flag: '--config', type: 'string' },
  { flag: '--config-dir', type: 'string', default: '' },
  { flag: '--exit-on-lock-contention', type: 'bool', legal: false },
  {
    flag: '--feature-gates',
    type: 'pairs',
    deprecated: 'C',
    mistyped: { 'a name without a value': 'EnvFiles', 'a word for the value': 'EnvFiles=perhaps' },
  },
  { flag: '--help', type: '-' },
  { flag: '--lock-file', type: 'string' },
  { flag: '--log-flush-frequency', type: 'duration', default: '5s', legal: '1m' },
  {
    flag: '--log-text-info-buffer-size',
    type: 'quantity',
    default: '0',
    legal: '0',
    deprecated: 'C',
    file: { field: '/logging/options/text/infoBufferSize', values: ['1Ki', '2Ki', '3Ki'] },
  },
  {
    flag: '--log-text-split-stream',
    type: 'bool',
    legal: false,
    deprecated: 'C',
    file: { field: '/logging/options/text/splitStream', values: [true, false, true] },
  },
  {
    flag: '--logging-format',
    type: 'string',
    default: 'text',
    deprecated: 'C',
    file: { field: '/logging/format' },
    takes: {
      says: 'The only format of logs is text.',
      legal: ['text'],
      wrong: { 'another format': 'xml' },
      about: 'format',
    },
  },
  { flag: '--root-dir', type: 'string', default: '/var/lib/orchlet' },
  { flag: '--v', type: 'int', legal: 1 },
  { flag: '--version', type: 'version[=true]' },
  { flag: '--vmodule', type: 'pattern=N,...', legal: 'agent=2', refusal: 'vmodule-refused' },
]
