import * as v from 'valibot'
import type { Frozen } from '#harness/contract.ts'
import { withDescription } from '#harness/schema-descriptions.ts'
import { networks } from '#harness/header.ts'

// Importers use only the type, so that the library is not loaded.

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Schema of the part of `run.json` about the network. */
export const networkSchema = withDescription(
  v.strictObject({
    of: withDescription(
      v.picklist(networks),
      '`own`: each worker, with its programs and peers, in a network without a way to other machines. `machine`: in that of the machine, where nothing is counted.',
    ),
    packets: withDescription(countSchema, 'Packets to other machines. None arrived.'),
    attempts: withDescription(
      v.array(
        v.strictObject({
          check: v.string(),
          protocol: v.picklist(['tcp', 'udp']),
          address: v.string(),
          port: countSchema,
          process: v.exactOptional(v.string()),
        }),
      ),
      'Connections to other machines that were found open, with the check that ran.',
    ),
    bound: withDescription(
      v.array(
        v.strictObject({ check: v.string(), address: v.string(), port: countSchema, process: v.string() }),
      ),
      'In the network of the machine: programs that listened beyond loopback, with the check that ran.',
    ),
  }),
  'What programs and peers sent to other machines.',
)
/** Packets and connections of a run to other machines. */
export type NetworkResult = Frozen<v.InferOutput<typeof networkSchema>>
