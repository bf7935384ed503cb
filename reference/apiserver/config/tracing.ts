import * as is from '../../config/decode.ts'
import type { Problems } from '../../config/problems.ts'
import type { Fault, ServerQuirks } from '../faults.ts'
import type { KindReader } from './load.ts'

const fields = { endpoint: is.string(), samplingRatePerMillion: is.int32() }

/** A TracingConfiguration as it was read; whatever was left out is undefined. */
export type TracingConfig = {
  readonly [K in keyof typeof fields]: is.Decoded<(typeof fields)[K]> | undefined
}

/** Reader of the file of `--tracing-config-file`. */
export const tracingKind: KindReader<typeof fields> = {
  kind: 'TracingConfiguration',
  fields,
  validate({ endpoint, samplingRatePerMillion: rate }, problems: Problems<Fault>, quirks: ServerQuirks) {
    problems.forbid(endpoint === undefined, 'endpoint', 'tracing-endpoint-required')
    problems.forbid(rate === undefined, 'samplingRatePerMillion', 'tracing-rate-required')
    problems.forbid(rate === 0, 'samplingRatePerMillion', 'tracing-rate-of-0-refused')
    problems.forbid(rate === 1_000_000, 'samplingRatePerMillion', 'tracing-rate-of-a-million-refused')
    const beyond = rate !== undefined && (rate < 0 || rate > 1_000_000)
    if (beyond && !quirks.freedom('tracing-rate-beyond-limits-accepted')) {
      problems.add('samplingRatePerMillion', 'must be from 0 to 1000000')
    }
  },
}
