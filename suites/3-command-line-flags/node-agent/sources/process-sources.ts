import type { Sourced } from './sourced.ts'

/** What the sources say of the process. */
export const processSources: readonly Sourced[] = [
  {
    flag: '--log-text-info-buffer-size',
    field: '/logging/options/text/infoBufferSize',
    default: '0',
    values: ['1Ki', '2Ki', '3Ki'],
  },
  {
    flag: '--log-text-split-stream',
    field: '/logging/options/text/splitStream',
    values: [true, false, true],
  },
  { flag: '--logging-format', field: '/logging/format', default: 'text' },
]
