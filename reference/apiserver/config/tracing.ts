import * as is from '../../config/decode.ts'
import { field, mustEqual } from '../../config/limits.ts'
import type { Problems } from '../../config/problems.ts'
import { freedom } from '../../quirks/quirks.ts'
import type { KindReader } from './load.ts'

/** Members of a TracingConfiguration. */
export const tracingFields = {
  endpoint: field(is.string(), { optional: 'tracing-endpoint-required' }),
  samplingRatePerMillion: field(is.int32(), {
    optional: 'tracing-rate-required',
    refuses: {
      'tracing-rate-of-0-refused': mustEqual(0),
      'tracing-rate-of-a-million-refused': mustEqual(1_000_000),
    },
  }),
}

/** Decoded TracingConfiguration; an omitted member is undefined. */
export type TracingConfig = {
  readonly [K in keyof typeof tracingFields]: is.Decoded<(typeof tracingFields)[K]> | undefined
}

/** Reader of the file of `--tracing-config-file`. */
export const tracingKind: KindReader<typeof tracingFields> = {
  kind: 'TracingConfiguration',
  fields: tracingFields,
  validate({ samplingRatePerMillion: rate }, problems: Problems) {
    const isOutOfRange = rate !== undefined && (rate < 0 || rate > 1_000_000)
    if (isOutOfRange && !freedom('tracing-rate-beyond-limits-accepted')) {
      problems.add('samplingRatePerMillion', 'must be from 0 to 1000000')
    }
  },
}
