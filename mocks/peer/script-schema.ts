import * as v from 'valibot'
import type { Frozen } from '#harness/contract.ts'

// The declarations here define the type, the accepted input and `schemas/peer-script.schema.json`.

const withDescription = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description))
// Final status of an HTTP response.
const httpStatus = v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))
const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0))

const rule = v.strictObject({
  on: v.exactOptional(
    withDescription(
      v.string(),
      'The answer that it is about, such as `discovery`; left out, every answer of the peer.',
    ),
  ),
  when: v.exactOptional(
    withDescription(
      v.record(v.string(), v.string()),
      'Fields of the request, as the journal shows them (`what`, `subject`, `headers.user-agent`), with globs (* matches any characters). All must match.',
    ),
  ),
  skip: v.exactOptional(
    withDescription(wholeNumber, 'How many questions that fit are answered honestly before.'),
  ),
  times: v.exactOptional(
    withDescription(wholeNumber, 'How many questions it answers; left out, all of them.'),
  ),
  afterMs: v.exactOptional(withDescription(wholeNumber, 'How long the answer takes, in milliseconds.')),
  hangUp: v.exactOptional(withDescription(v.literal(true), 'Resets the connection.')),
  silent: v.exactOptional(withDescription(v.literal(true), 'Takes the question and never answers.')),
  status: v.exactOptional(withDescription(httpStatus, 'Over HTTP: answers this status instead.')),
  headers: v.exactOptional(
    withDescription(v.record(v.string(), v.string()), 'Headers of the `status` response.'),
  ),
  body: v.exactOptional(withDescription(v.string(), 'The body of the `status` response.')),
  fail: v.exactOptional(
    withDescription(v.string(), 'Over gRPC: fails with this status, such as UNAVAILABLE.'),
  ),
  message: v.exactOptional(withDescription(v.string(), 'The message of `fail`.')),
  merge: v.exactOptional(
    withDescription(
      v.record(v.string(), v.unknown()),
      'Changes the honest answer by a JSON merge patch (RFC 7396): null takes a member away.',
    ),
  ),
  replace: v.exactOptional(withDescription(v.unknown(), 'Answers this instead.')),
  lie: v.exactOptional(withDescription(v.string(), 'A named lie of the peer.')),
  with: v.exactOptional(
    withDescription(v.array(v.unknown()), 'Arguments of a lie that takes some; may be empty.'),
  ),
})
/** Rule for a scripted response: its condition and its effect. */
export type ScriptRule = Frozen<v.InferOutput<typeof rule>>

/**
 * Script of a peer as a file. The first rule that matches a request determines the response. Without a matching rule,
 * the peer is honest.
 */
export const peerScript = v.pipe(
  v.strictObject({ rules: v.array(rule) }),
  v.title('The script of a mock peer'),
  v.description(
    'The first rule that fits a question answers it; a question that none fits is answered honestly.',
  ),
)
